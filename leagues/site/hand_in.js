// Handing in. The form is made here, because nothing of it works without script: a login, which the browser's own
// store of passwords may keep (no script stores it), then a folder or an archive, which goes to hand-in/NAME. The
// answer and the standings come from mine/, where the season writes them.
document.addEventListener('DOMContentLoaded', () => {
  const place = document.querySelector('.hand-in');
  if (place) begin(place);
});

/// Asks for name and token only where the server does: it may know its users from another login.
async function begin(place) {
  const probe = await fetch('mine/answers.json', {method: 'HEAD', credentials: 'omit', redirect: 'manual'}).catch(() => null);
  const asks = !probe || /basic/i.test(probe.headers.get('WWW-Authenticate') ?? '');
  if (asks) askForLogin(place);
  else askForAgent(place, {name: '', header: ''});
}

const pause = milliseconds => new Promise(done => setTimeout(done, milliseconds));
const encoder = new TextEncoder();

/// A label around a field; labels of the same width stand in a column.
const field = (words, input) => make('label', {}, make('span', {}, words), input);

/// A request with the login. The browser neither adds a login of its own nor asks for one.
function request(login, path) {
  const how = login.header ? {headers: {Authorization: login.header}, credentials: 'omit'} : {};
  return fetch(path, {...how, cache: 'no-store', redirect: 'error'});
}

/// A failure of the server that may be over the next time.
class Busy extends Error {}

/// The mistake of an answer whose status is not good.
const failure = ({status}) =>
  new (status >= 500 || status === 429 ? Busy : Error)(`The server answered ${status}.`);

/// A list that the season keeps for programs; empty as long as there is none.
async function readList(login, name) {
  const answer = await request(login, `mine/${name}.json`);
  if (answer.status === 401) throw new Error('The name or the token is wrong.');
  if (answer.status === 404) return [];
  if (!answer.ok) throw failure(answer);
  const list = await answer.json().then(json => json?.[name], problem => {
    if (!(problem instanceof SyntaxError)) throw problem;  // the connection broke
  });
  if (!Array.isArray(list)) throw new Error('The server answered with something that is no list.');
  return list;
}

/// The text of a mistake for people.
const explain = problem => problem instanceof TypeError ? 'There was no connection to the server. Try again.' : problem.message;

// --- the login ---------------------------------------------------------------------------------------------------------

function askForLogin(place) {
  const name = make('input', {name: 'username', autocomplete: 'username', required: '', autocapitalize: 'none', spellcheck: 'false'});
  const token = make('input', {name: 'password', type: 'password', autocomplete: 'current-password', required: ''});
  const status = make('p', {role: 'status'});
  const form = make('form', {}, field('Name', name), field('Token', token), make('button', {}, 'Log in'), status);
  form.addEventListener('submit', async event => {
    event.preventDefault();
    const bytes = encoder.encode(`${name.value}:${token.value}`);
    const login = {name: name.value, header: 'Basic ' + btoa(String.fromCharCode(...bytes))};
    status.textContent = 'Checking …';
    status.className = '';
    try {
      await readList(login, 'answers');
    } catch (problem) {
      status.textContent = explain(problem);
      status.className = 'bad';
      token.focus();
      return;
    }
    keepLogin(name.value, token.value);
    // A form that goes after a request that succeeded is what browsers ask to store.
    form.remove();
    askForAgent(place, login);
  });
  place.replaceChildren(form);
}

/// Lets the browser store the login, where it can be asked, and use it for the pages below mine/.
function keepLogin(name, token) {
  if (window.PasswordCredential)
    navigator.credentials.store(new PasswordCredential({id: name, name, password: token})).catch(() => {});
  const page = new XMLHttpRequest();
  page.open('GET', 'mine/', true, name, token);
  page.send();
}

// --- what is handed in -------------------------------------------------------------------------------------------------

const NOTHING = 'Nothing is chosen yet.';

function askForAgent(place, login) {
  const archive = make('input', {type: 'file', accept: '.zip,.tgz,.gz'});
  const folder = make('input', {type: 'file', webkitdirectory: ''});
  const drop = make('div', {class: 'drop'}, make('p', {}, 'Drop the folder or its zip here, or choose:'),
    field('Folder', folder), field('Zip', archive));
  const chosen = make('p', {role: 'status', class: 'chosen'}, NOTHING);
  const send = make('button', {disabled: ''}, 'Hand in');
  const form = make('form', {}, drop, chosen, send);
  const other = button('', 'Another author', () => location.reload());
  const result = make('div', {class: 'result'});
  let submission = null;
  let isSending = false;
  const show = (words, isBad = false) => {
    chosen.textContent = words;
    chosen.classList.toggle('bad', isBad);
    send.disabled = isSending || !submission;
  };
  const forget = () => {
    submission = null;
    archive.value = folder.value = '';
    show(NOTHING);
  };
  const choose = async files => {
    submission = null;
    try {
      submission = makeSubmission(await files, Number(place.dataset.maxBytes));
      show(`${submission.name}: ${submission.words}`);
    } catch (problem) {
      show(problem.message, true);
    }
  };
  archive.addEventListener('change', () => choose([...archive.files].map(file => ({path: file.name, file}))));
  folder.addEventListener('change', () => choose([...folder.files].map(file => ({path: file.webkitRelativePath, file}))));
  // Otherwise nothing happens where the same files are chosen again, which may have changed.
  for (const input of [archive, folder]) input.addEventListener('click', () => { input.value = ''; });
  drop.addEventListener('dragover', event => { event.preventDefault(); drop.classList.add('over'); });
  drop.addEventListener('dragleave', () => drop.classList.remove('over'));
  drop.addEventListener('drop', event => {
    event.preventDefault();
    drop.classList.remove('over');
    choose(droppedFiles([...event.dataTransfer.items]));
  });
  form.addEventListener('submit', async event => {
    event.preventDefault();
    if (isSending || !submission) return;
    const sent = submission;
    isSending = true;
    send.disabled = true;
    const isSent = await handIn(result, login, sent);
    isSending = false;
    send.disabled = !submission;
    if (!isSent || submission !== sent) return;
    forget();  // another time it is chosen again: its list of files may have changed
  });
  const who = login.name ? [make('p', {}, 'You are ', make('strong', {}, login.name), '. ', other)] : [];
  place.replaceChildren(...who, form, result);
  folder.focus();
  readList(login, 'standings').then(standings => result.append(...standingsTable(standings, login.name))).catch(() => {});
}

/// All files below what was dropped. The entries must be taken before anything is waited for.
async function droppedFiles(items) {
  const files = [];
  const walk = async (entry, path) => {
    if (entry.isFile) {
      files.push({path, file: await new Promise((done, fail) => entry.file(done, fail))});
      return;
    }
    const reader = entry.createReader();
    for (;;) {  // a reader gives a part at a time
      const part = await new Promise((done, fail) => reader.readEntries(done, fail));
      if (part.length === 0) return;
      for (const inner of part) await walk(inner, `${path}/${inner.name}`);
    }
  };
  const taken = items.filter(item => item.kind === 'file').map(item => item.webkitGetAsEntry() ?? item.getAsFile());
  for (const one of taken) {
    if (one instanceof File) files.push({path: one.name, file: one});
    else await walk(one, one.name);
  }
  return files;
}

/// A name as the server takes it.
const plainName = name => name.normalize('NFKD').replace(/[^A-Za-z0-9._-]+/g, '-').replace(/^[.-]+/, '').slice(0, 80) || 'agent';

/// Returns whether nobody hands the file in: hidden files, and those that Python keeps of a run.
const isLeftOut = path => path.split('/').some(part => part.startsWith('.') || part === '__pycache__');

/// A name, words for people, and a function that reads the bytes. Throws an Error for people.
function makeSubmission(files, mostBytes) {
  const isArchive = files.length === 1 && /^[^/]+\.(zip|tgz|tar\.gz)$/i.test(files[0].path);
  const tops = new Set(files.map(({path}) => path.split('/')[0]));
  if (tops.size !== 1 || (!isArchive && files.some(({path}) => !path.includes('/'))))
    throw new Error('Expected a folder, or a file that ends in .zip, .tgz or .tar.gz.');
  // Paths begin in the folder, whose own name may be anything.
  const taken = isArchive ? files
    : files.map(({path, file}) => ({path: path.slice(path.indexOf('/') + 1), file})).filter(({path}) => !isLeftOut(path));
  if (!isArchive && !taken.some(({path}) => /^([^/]+\/)?agent\.toml$/.test(path))) throw new Error('The folder has no agent.toml.');
  const bytes = taken.reduce((sum, {file}) => sum + file.size, 0);
  const size = bytes < 1e6 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
  if (bytes > mostBytes) throw new Error(`It has ${size}; at most ${mostBytes / 2 ** 20} MB are taken.`);
  const [top] = tops;
  if (!isArchive) return {name: plainName(top) + '.zip', read: () => zip(taken), words: `${taken.length} files, ${size}`};
  const [ending] = top.match(/\.(zip|tgz|tar\.gz)$/i);
  return {name: plainName(top.slice(0, -ending.length)) + ending.toLowerCase(),
    read: async () => new Blob([await files[0].file.arrayBuffer()]), words: size};
}

// --- from the upload to the rank ---------------------------------------------------------------------------------------

/// A name that no other file has: its answer is this file's, whoever hands in a file of the same name at the same time.
const ownName = name => {
  const digits = crypto.getRandomValues(new Uint32Array(1))[0].toString(16).padStart(8, '0');
  return name.replace(/(?=\.(zip|tgz|tar\.gz)$)/, `-${digits}`);
};

/// Hands in and shows the answer, then the standings as long as nothing else is handed in. Returns whether it was sent.
async function handIn(result, login, submission) {
  const status = make('p', {role: 'status'});
  const part = make('div', {}, status);
  result.replaceChildren(part);
  const say = words => { if (status.textContent !== words) status.textContent = words; };
  let isSent = false;
  try {
    const item = ownName(submission.name);
    const body = await submission.read().catch(() => {
      throw new Error('Its files have changed, or cannot be read. Choose them again.');
    });
    await upload(part, login, {...submission, item, body}, say);
    isSent = true;
    const {answer, letter} = await awaitAnswer(login, item, say);
    part.append(letter);
    say(answer.verdict === 'refused' ? `${answer.agent || submission.name} was not accepted.` : `${answer.agent} plays.`);
    if (answer.verdict !== 'refused') showStandings(part, login, answer.agent).catch(() => {});
  } catch (problem) {
    say(explain(problem));
    status.className = 'bad';
  }
  return isSent;
}

/// XMLHttpRequest, because fetch does not tell how much was sent.
function upload(result, login, submission, say) {
  const progress = make('progress', {max: 1, value: 0, 'aria-label': 'Sent'});
  result.append(progress);
  say(`Sending ${submission.name} …`);
  const reasons = {
    401: 'The name or the token is wrong.', 413: 'It is too large.', 429: 'Too many at once. Try again in a minute.'};
  return new Promise((done, fail) => {
    const put = new XMLHttpRequest();
    put.open('PUT', `hand-in/${submission.item}`);
    if (login.header) put.setRequestHeader('Authorization', login.header);
    put.upload.addEventListener('progress', event => { progress.value = event.loaded / event.total; });
    put.addEventListener('error', () => fail(new TypeError()));
    put.addEventListener('load', () => {
      if (put.status === 201 || put.status === 204) done();
      else fail(new Error(reasons[put.status] ?? `The server answered ${put.status}.`));
    });
    put.send(submission.body);
  }).finally(() => progress.remove());
}

/// Returns the answer with its letter. What was sent stays sent, so a server that fails is asked again.
async function awaitAnswer(login, item, say) {
  say('It was handed in.');
  const isOwn = one => one.item === item;
  for (let looks = 0; ; ++looks) {
    await pause(looks < 60 ? 1000 : 5000);
    try {
      const answer = (await readList(login, 'answers')).find(isOwn);
      if (answer) return {answer, letter: await readLetter(login, answer)};
      const waiting = (await readList(login, 'waiting')).find(isOwn);
      if (waiting) say(waiting.place <= 2 ? 'It is being checked.' : `It waits; ${waiting.place - 1} are before it.`);
    } catch (problem) {
      if (!(problem instanceof TypeError || problem instanceof Busy)) throw problem;
      say(problem instanceof TypeError ? 'There is no connection to the server just now.' : problem.message);
    }
  }
}

/// The letter as the season made it: HTML without script, whose words are all escaped. It is taken over as nodes.
async function readLetter(login, answer) {
  const page = await request(login, 'mine/' + encodeURIComponent(answer.letter.replace(/\.md$/, '.html')));
  if (!page.ok) throw failure(page);
  const letter = new DOMParser().parseFromString(await page.text(), 'text/html').querySelector('main');
  if (!letter) throw new Error('The server answered with something that is no letter.');
  const box = make('section', {class: 'letter', 'aria-label': 'The answer'});
  box.append(...letter.childNodes);
  for (const heading of box.querySelectorAll('h1')) heading.replaceWith(make('h2', {}, heading.textContent));
  return box;
}

/// The name without its version, and without its author.
const shortName = agent => agent.replace(/@\d+$/, '').replace(/^[^/]*\//, '');

async function showStandings(part, login, agent) {
  let shown = make('p', {}, 'Its first games are played now.');
  part.append(shown);
  for (let looks = 0; looks < 120 && part.isConnected; ++looks) {
    const standings = await readList(login, 'standings').catch(() => []);
    if (standings.some(one => shortName(one.agent) === shortName(agent) && one.games > 0)) {
      const [table] = standingsTable(standings, login.name);
      shown.replaceWith(table);
      shown = table;
      if (looks > 20) return;
    }
    await pause(looks < 20 ? 2000 : 10000);
  }
}

/// The path of an agent's report. A folder has the name that its author gave; bytes that are not plain are %XX in it.
function reportPath(agent, author) {
  const full = agent.replace(/@\d+$/, '');
  const name = author && full.startsWith(`${author}/`) ? full.slice(author.length + 1) : full;
  const plain = [...encoder.encode(name)].map((byte, at) => {
    const letter = String.fromCharCode(byte);
    return /[A-Za-z0-9._@-]/.test(letter) && !(at === 0 && letter === '.') ? letter : '%' + byte.toString(16).toUpperCase().padStart(2, '0');
  }).join('');
  return `mine/agents/${encodeURIComponent(plain)}/`;
}

/// Where the author's agents stand, with links to their games; nothing before there are some.
function standingsTable(standings, author) {
  if (standings.length === 0) return [];
  const row = one => make('tr', {}, make('th', {scope: 'row'}, make('a', {href: reportPath(one.agent, author)}, make('bdi', {}, one.agent))),
    make('td', {}, one.rules), make('td', {class: 'n'}, `${one.place} of ${one.agents}`), make('td', {class: 'n'}, one.elo),
    make('td', {class: 'n'}, String(one.games)));
  const head = [['Agent', ''], ['Rules', ''], ['Rank', 'n'], ['Elo', 'n'], ['Games', 'n']].map(([words, kind]) => make('th', {scope: 'col', class: kind}, words));
  return [make('div', {class: 'box', tabindex: 0, role: 'region', 'aria-label': 'Where your agents stand'},
    make('table', {class: 'narrow'}, make('thead', {}, make('tr', {}, ...head)), make('tbody', {}, ...standings.map(row))))];
}
