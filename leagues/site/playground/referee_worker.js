// A Worker that plays matches with danno.wasm, so that the page never waits. Before it stand api.js and match.js.
'use strict';

let danno, match;
const solved = new Map();  // by rules: the exact values

/// The exact values where they take seconds; else null.
function findValues(rules) {
  if (!rules.facts.isSolvable || !rules.facts.isQuick) return null;
  if (!solved.has(rules.id)) solved.set(rules.id, rules.values());
  return solved.get(rules.id);
}

function begin({rules, ...chosen}) {
  const own = danno.rules(rules);
  const before = match;
  match = new BotMatch(own, {...chosen, values: chosen.exact ? findValues(own) : null, before: before?.rules.id === own.id ? before : null});
  before?.free();
  postMessage({about: match.about});
}

function goOn() {
  const questions = match.questions();
  if (questions) return postMessage({questions}, [questions.rows.buffer]);
  postMessage({result: {...match.rate(), costliest: match.costliest}});
}

onmessage = async ({data}) => {
  try {
    if (data.program) danno = await loadDanno(data.program);
    if (data.begin) begin(data.begin);
    if (data.actions) match.answer(data.actions);
    if (data.actions || data.goOn) goOn();
  } catch (error) {
    postMessage({problem: error.message});
  }
};
