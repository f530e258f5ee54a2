PRAGMA application_id = 1145982543;
PRAGMA user_version = 4;
BEGIN TRANSACTION;
CREATE TABLE agent (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  version INTEGER NOT NULL,     -- ada, ada@2, …: another content is another version
  hash TEXT NOT NULL,           -- SHA-256 of command and files
  author TEXT NOT NULL,
  command TEXT NOT NULL,        -- JSON
  folder TEXT NOT NULL,
  UNIQUE (name, version)
);
INSERT INTO "agent" VALUES(1,'hold',1,'74269119d21f6bb830765900be9e9741e70f613f3b707685e6ae82e46f3d3286','danno','["./hold"]','/srv/league/agents/hold');
INSERT INTO "agent" VALUES(2,'mute',1,'7cdfa29d9dadd41f51ddeaa73d6d9b3d3f59fb2d1e8d35f68fcf5295cc0f5963','','["/srv/league/mute"]','/srv/league');
INSERT INTO "agent" VALUES(3,'timid',1,'e67bf1940cdeeab36891c415aab84d797cb219bc3b18fe80f3d08f1600bc26d7','danno','["./timid"]','/srv/league/agents/timid');
CREATE TABLE conditions (
  id INTEGER PRIMARY KEY,
  isolation TEXT NOT NULL,
  layers TEXT NOT NULL,
  machine TEXT NOT NULL,
  limits TEXT NOT NULL,         -- JSON
  UNIQUE (isolation, layers, machine, limits)
);
INSERT INTO "conditions" VALUES(1,'none','none: descriptors closed, files open: read a file of the referee''s machine, network open: connected by TCP, processes open: may signal another process, environment closed, kernel open: has a keyring, writes open: wrote a file, user root, memory counted by the kernel (cgroup v1)','Linux 6.18.44-fc-v669 x86_64, 2 cores','{"answer_ms":10000,"start_ms":5000,"memory_mb":256,"max_faults":100,"freeze":false}');
CREATE TABLE deal (
  line_up INTEGER NOT NULL REFERENCES line_up,
  deal INTEGER NOT NULL,        -- counts the deals of the line-up from 0
  epoch INTEGER NOT NULL REFERENCES epoch,
  conditions INTEGER NOT NULL REFERENCES conditions,
  games BLOB NOT NULL           -- danno.v1.DealRecord (proto/danno/record.proto)
, day INTEGER);
INSERT INTO "deal" VALUES(2,0,1,1,X'0A561A4692002C000AFE93000B0003FE5C00150010023D02BA0023029802290078021502A90027023E02D1001EFE9102A50058000B02B0021F00600010FE5202BD006C028F02E002C902220201022A049C18B4104A0200010A5608011A4492002C000AFE93000B0003FE5C00150010023D02BA029800360229021502A9023E007002D10291002B0015001002A502B000250013021F02520054001202BD028F02E002220202012A04E209B8174A020100',20779);
INSERT INTO "deal" VALUES(2,1,1,1,X'0A721A620D001CFE9200270285000B0004FEA202B0003B0027025902AF00340268FE3E003AFEB60255006B023E02AE0056002B02970256FEC502A6002D029802520032FE4802B80034002302A902DC024C0281029402DD000AFE4EFEB9002F020E029A02B702220201022A04B817C4134A0200010A7808011A660D001CFE9200270285000B0004FEA20010FEB0003B0027025902AF0268FE3E02B600290255023E004B0008FEAE029700540256FEC502A602980011000AFE5202480056002802B802A9000E000702DC024C005D000202810294005902DD024EFEB9020E029A02220202012A04CA119C184A020100',20779);
INSERT INTO "deal" VALUES(2,2,1,1,X'0A301A209700510001022A001F0006FE7F02AF0014FEF1029D02AF002702AE0216024EFE220201022A04B817F4034A0200010A4408011A329700510001022A001F0006FE7F02AF0014FEF1029D02AF02AE000700010216024EFE8A02BC00260012000500E0000E000AFE220201022A04961A8A054A020100',20779);
INSERT INTO "deal" VALUES(1,0,1,1,X'0A2A220201022A0200003802421A0801100A18032212657869746564207769746820636F646520334A0200010A2A0801220202012A02000038014218100A18032212657869746564207769746820636F646520334A020100',20779);
INSERT INTO "deal" VALUES(3,0,1,1,X'0A28220202012A02000038014218100A18032212657869746564207769746820636F646520334A0200010A2C0801220201022A0200003802421A0801100A18032212657869746564207769746820636F646520334A020100',20779);
INSERT INTO "deal" VALUES(1,1,1,1,X'0A0E220201022A02000038024A0200010A100801220202012A02000038014A020100',20779);
INSERT INTO "deal" VALUES(1,2,1,1,X'0A0E220201022A02000038024A0200010A100801220202012A02000038014A020100',20779);
INSERT INTO "deal" VALUES(3,1,1,1,X'0A0E220202012A02000038014A0200010A100801220201022A02000038024A020100',20779);
INSERT INTO "deal" VALUES(3,2,1,1,X'0A0E220202012A02000038014A0200010A100801220201022A02000038024A020100',20779);
INSERT INTO "deal" VALUES(2,3,1,1,X'0A6C1A5CE4000E000402BA00770229004A0034028F02D2024C02AD000DFE54FEB30050001EFED502D5023E02690012021B02B900310230028E002D02B002BF024C021B003100260003FE3A023F002402B102A9000DFEFA02660061000102AA02220202012A04B817B2194A0200010A6408011A52E4000E000402BA00770229028F001302D2024C0061001002AD0254FEB302D502D5023E0028002A0269021B005E0000FEB90230028E02B0002AFEBF024C0052021B023A001EFE3F02B1003FFEA902FA026602220202012A04E61080194A020100',20779);
INSERT INTO "deal" VALUES(2,4,1,1,X'0A5E1A4EE4002C0266004E000DFEB5000200130288002502690058000B000AFEA602610001001202E40244020F02E3026002BC002D02A9022900570008FE2D0265FEC602BA000D02AF024002F602B2001DFE220202012A04F015B2194A0200010A5408011A42E4002C0266004E000DFEB502880025026902A6002F026102E4000FFE44020F02E30260004B000B02BC02A9002D0229022D0265FEC602BA02AF0014FE4002F602B202220202012A04E610E4194A020100',20779);
INSERT INTO "deal" VALUES(2,5,1,1,X'0A561A46CE000602600061001002B30014000AFE68FEC6026602F202C30266007302DF0241FED90260007502D202DD001CFEEB022A00110008FEB902AF002F0255021802CB02BB02BF02220202012A04B81780194A0200010A4E08011A3CCE000602600061001002B30268FEC602660033FEF202C3026602DF0241FED9026002D202DD02EB022A02B9001AFEAF0255005D0022021802CB02BB02220202012A04D416B8174A020100',20779);
INSERT INTO "deal" VALUES(2,6,1,1,X'0A3C1A2C4BFE1F0030FEAD0008FE5802820293024D0032028502B402EA02260015001302F202A6000602C502C60000FE220202012A04BA0EEA174A0200010A4208011A304BFE1F0030FEAD0008FE58028202930006FE4D02850009FEB402EA022602F202A602C502C602D1000C02B0024C02AF02220202012A049E0FB8174A020100',20779);
INSERT INTO "deal" VALUES(2,7,1,1,X'0A321A223C02D8001DFE0402B30071024F002AFE54FEF202EB020902EE0220000AFEA402B402220201022A04EA17B8174A0200010A3008011A1E3C02D8001DFE0402B30071024F0254FEF202EB020902EE022002A402B402220201022A048019B8174A020100',20779);
CREATE TABLE division (
  id INTEGER PRIMARY KEY,
  rules TEXT NOT NULL,
  parameters TEXT NOT NULL,     -- JSON, as in the league file
  seats INTEGER NOT NULL,
  mirror INTEGER NOT NULL,
  advice INTEGER NOT NULL,      -- 0 off, 1 first-game, 2 always
  UNIQUE (rules, parameters, seats, mirror, advice)
);
INSERT INTO "division" VALUES(1,'koans','{"target":"3000","entry":"300","max_turns":"1000","over_target":"false"}',2,1,0);
CREATE TABLE epoch (
  id INTEGER PRIMARY KEY,
  seed TEXT NOT NULL UNIQUE,
  commitment TEXT NOT NULL,     -- SHA-256 of the seed
  open INTEGER NOT NULL,        -- 1: the seed stood in the league file
  revealed INTEGER NOT NULL     -- 1: published with a finished league
, agent_secret TEXT NOT NULL DEFAULT '', agent_commitment TEXT NOT NULL DEFAULT '');
INSERT INTO "epoch" VALUES(1,'x','2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881',1,1,'','');
CREATE TABLE fault (
  id INTEGER PRIMARY KEY,
  line_up INTEGER NOT NULL REFERENCES line_up,
  deal INTEGER NOT NULL,
  seating INTEGER NOT NULL,
  seat INTEGER NOT NULL,
  agent INTEGER NOT NULL REFERENCES agent,
  kind TEXT NOT NULL,
  value INTEGER NOT NULL,
  detail TEXT NOT NULL,
  report TEXT NOT NULL          -- JSON, for 'danno repeat'
);
INSERT INTO "fault" VALUES(1,1,0,0,1,2,'never-ready',3,'exited with code 3','{
 "danno_report": 1,
 "agent": "mute",
 "fault": "never-ready",
 "value": 3,
 "detail": "exited with code 3",
 "received_text": "",
 "received_hex": "",
 "stderr": [],
 "question": "none: it did not get ready",
 "limits": {
  "answer_ms": 10000,
  "start_ms": 5000,
  "memory_mb": 256,
  "games": 64
 },
 "again": "danno repeat THIS_FILE YOUR_AGENT",
 "frames": [
  {
   "hex": "0f0a0d080110904e1888272080022840"
  }
 ]
}
');
INSERT INTO "fault" VALUES(2,1,0,1,0,2,'never-ready',3,'exited with code 3','{
 "danno_report": 1,
 "agent": "mute",
 "fault": "never-ready",
 "value": 3,
 "detail": "exited with code 3",
 "received_text": "",
 "received_hex": "",
 "stderr": [],
 "question": "none: it did not get ready",
 "limits": {
  "answer_ms": 10000,
  "start_ms": 5000,
  "memory_mb": 256,
  "games": 64
 },
 "again": "danno repeat THIS_FILE YOUR_AGENT",
 "frames": [
  {
   "hex": "0f0a0d080110904e1888272080022840"
  }
 ]
}
');
INSERT INTO "fault" VALUES(3,3,0,0,0,2,'never-ready',3,'exited with code 3','{
 "danno_report": 1,
 "agent": "mute",
 "fault": "never-ready",
 "value": 3,
 "detail": "exited with code 3",
 "received_text": "",
 "received_hex": "",
 "stderr": [],
 "question": "none: it did not get ready",
 "limits": {
  "answer_ms": 10000,
  "start_ms": 5000,
  "memory_mb": 256,
  "games": 64
 },
 "again": "danno repeat THIS_FILE YOUR_AGENT",
 "frames": [
  {
   "hex": "0f0a0d080110904e1888272080022840"
  }
 ]
}
');
INSERT INTO "fault" VALUES(4,3,0,1,1,2,'never-ready',3,'exited with code 3','{
 "danno_report": 1,
 "agent": "mute",
 "fault": "never-ready",
 "value": 3,
 "detail": "exited with code 3",
 "received_text": "",
 "received_hex": "",
 "stderr": [],
 "question": "none: it did not get ready",
 "limits": {
  "answer_ms": 10000,
  "start_ms": 5000,
  "memory_mb": 256,
  "games": 64
 },
 "again": "danno repeat THIS_FILE YOUR_AGENT",
 "frames": [
  {
   "hex": "0f0a0d080110904e1888272080022840"
  }
 ]
}
');
CREATE TABLE league (           -- one row: what is current
  name TEXT NOT NULL,
  settings TEXT NOT NULL        -- JSON: format, rank_by, divisions and agents by id
);
INSERT INTO "league" VALUES('older','{"format":"round-robin","rank_by":"elo","divisions":[1],"agents":[1,2,3],"deals":8,"max_per_author":0,"challengers":[]}');
CREATE TABLE line_up (
  id INTEGER PRIMARY KEY,
  division INTEGER NOT NULL REFERENCES division,
  agents TEXT NOT NULL,         -- JSON list of agent.id
  planned INTEGER NOT NULL,     -- deals; 0: of an agent that left or changed
  place INTEGER NOT NULL,       -- in the schedule
  UNIQUE (division, agents)
);
INSERT INTO "line_up" VALUES(1,1,'[1,2]',8,0);
INSERT INTO "line_up" VALUES(2,1,'[1,3]',8,1);
INSERT INTO "line_up" VALUES(3,1,'[2,3]',8,2);
CREATE TABLE published (        -- what the tables' files were made of; more than one row: a
                                -- writer died between them
  digests TEXT,                 -- JSON: of every table above; NULL: an older danno wrote the files
  stage TEXT                    -- JSON: what was stored then; NULL: all that is stored now
);
INSERT INTO "published" VALUES('{"league":"1534b700be1c72a2a3fb443603e567aff5f8a997d7f2ce9a459a2bb9abc1f797","agent":"ded537b76f41bcc91ccf3bb88e4537d32224b7e1eef44d3c6159189600fe270c","division":"d9102d4aa40ed49de121933166d159245e600710b3834f86d3020bd5d778bfa3","line_up":"1fe8c3424d960495763dbb6863f3e7f4f096cac9b9dd7d2f611c0f37e76ec91e","epoch":"72d9bb10716ff36242eea682cf6af54aadff378c384ab8e1ebbde36cddd23853","conditions":"5e6f0b360189e677b7635e3fa7f005d2a885d562122c6a513ff57cca96bba321","deal":"e22496b06c04f63f0678ba29462d578ce0224bd61380055767d47c9be3ed237e","fault":"a68fbabd3589c397f52d36fa5e00d26b1ba8b8d09679e4948ee1f936a1d895c8"}','{"name":"older","settings":"{\"format\":\"round-robin\",\"rank_by\":\"elo\",\"divisions\":[1],\"agents\":[1,2,3],\"deals\":3,\"max_per_author\":0,\"challengers\":[]}","agents":[[1,"danno"],[2,""],[3,"danno"]],"divisions":1,"line_ups":[[1,3,0],[2,3,1],[3,3,2]],"epochs":[[1,1]],"conditions":1,"deals":9,"faults":4}');
CREATE UNIQUE INDEX deal_of_line_up ON deal (line_up, deal);
CREATE INDEX fault_of_deal ON fault (line_up, deal);
CREATE INDEX fault_of_agent ON fault (agent);
CREATE VIEW meeting AS          -- line-ups by their agents' names, and how far they are
  SELECT line_up.id AS line_up, rules,
    (SELECT group_concat(name || CASE version WHEN 1 THEN '' ELSE '@' || version END, ',')
       FROM json_each(agents) JOIN agent ON agent.id = value) AS agents,
    planned, (SELECT count(*) FROM deal WHERE deal.line_up = line_up.id) AS deals
  FROM line_up JOIN division ON division = division.id;
COMMIT;