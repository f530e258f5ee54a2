
// A bot that runs in a Worker of a frame of its own. It has no network, no storage and no way to this page but its
// answers, and is ended after a second without one. Nothing that it sends is believed before the rules have seen it.

const PATIENCE = 1000;  // milliseconds

/// The SDK as it is for Node.js, but for the streams of a process, which a bot in a page has not.
function sdkForPage() {
  return 'const Console = function () { return console; }, process = {env: {}, stdout: {}, stderr: {write() {}}};' +
    FILES.folder['danno.mjs'].replace(/^import .* from "node:.*";$/gm, '');
}

/// A mistake of the bot: its line in the text, or 0, and the question that it was asked.
class BotFault extends Error {
  constructor(message, line = 0, question = '') {
    super(message);
    this.line = line;
    this.question = question;
  }
}

class Bot {
  constructor(text, onPrint) {
    this.text = text;
    this.onPrint = onPrint;
    this.frame = make('iframe', {sandbox: 'allow-scripts', title: 'the bot', hidden: ''});
    this.frame.srcdoc = '<!doctype html><meta http-equiv="Content-Security-Policy" content="' + FILES.policy + '">' +
      '<script>' + FILES.frame + '</' + 'script>';
    this.onFrame = event => event.source === this.frame.contentWindow && this.take(event.data);
    addEventListener('message', this.onFrame);
  }
  /// Ends everything that the bot does.
  end() {
    clearTimeout(this.timer);
    removeEventListener('message', this.onFrame);
    this.frame.remove();
    if (this.port) this.port.onmessage = null;
    this.fail?.(new BotFault('ended'));
  }
  /// Resolves when the bot is loaded.
  start() {
    return this.wait(10 * PATIENCE, 'the bot did not start', () => document.body.append(this.frame));
  }
  tell(about) {
    this.port.postMessage({about});
  }
  /// Resolves to an action for each question.
  answer(questions) {
    this.actions = new Int32Array(questions.count);
    this.answered = 0;
    return this.wait(PATIENCE, 'no answer within a second: does a loop never end?', () => this.port.postMessage(questions));
  }
  wait(patience, words, begin) {
    return new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.fail = reject;
      this.words = words;
      this.expect(patience);
      begin();
    });
  }
  /// An answer that came while the page was busy counts: it is taken before a second timer ends.
  expect(patience) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.timer = setTimeout(() => this.fail(new BotFault(this.words)), 50), patience);
  }
  take(message) {
    if (message === 'ready' && !this.port) {
      const {port1, port2} = new MessageChannel();
      this.port = port1;
      port1.onmessage = ({data}) => this.hear(data);
      this.frame.contentWindow.postMessage({sdk: sdkForPage(), worker: FILES.worker, bot: this.text}, '*', [port2]);
    } else if (Number.isInteger(message?.line) && this.unread) {
      this.unread.line = message.line;
      this.fail(this.unread);
    }
  }
  hear(data) {
    if (data.printed?.length) this.onPrint(data.printed);
    if (data.fault) return this.hearFault(data);
    if (data.started) {
      this.words = 'not loaded within a second: does a loop never end?';
      return this.expect(PATIENCE);
    }
    if (data.actions) {
      this.actions.set(data.actions, this.answered);
      this.answered += data.actions.length;
      if (this.answered < this.actions.length) return this.expect(PATIENCE);
    }
    clearTimeout(this.timer);
    this.resolve(this.actions);
  }
  hearFault({fault, syntax}) {
    const told = new BotFault(fault.message, fault.line, fault.question);
    if (/dynamically imported module/.test(told.message)) {
      told.line = 1 + this.text.split('\n').findIndex(line => /^\s*import\b/.test(line) && !line.includes('./danno.mjs'));
      told.message = 'It imports what is not here: a bot in the page has ./danno.mjs and nothing else.';
    }
    if (!syntax || told.line > 0) return this.fail(told);
    this.unread = told;  // the frame finds the line, if there is one
    this.words = told.message;
    this.expect(PATIENCE);
  }
}
