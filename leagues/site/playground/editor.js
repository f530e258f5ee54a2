
// A text field for code: numbers of lines, colours, indentation. It is a plain textarea over its own coloured text.

const INDENT = '  ';
const WORDS = new RegExp([
  '(?<comment>//.*|/\\*[^]*?\\*/)', '(?<string>"(?:\\\\.|[^"\\\\\\n])*"|\'(?:\\\\.|[^\'\\\\\\n])*\'|`(?:\\\\.|[^`\\\\])*`)',
  '(?<key>\\b(?:async|await|break|case|catch|class|const|continue|default|do|else|export|false|finally|for|from|function|if|' +
  'import|in|let|new|null|of|return|static|switch|this|throw|true|try|typeof|undefined|var|while)\\b)',
  '(?<number>\\b\\d[\\w.]*)'].join('|'), 'g');

class Editor {
  constructor(place, label, onChange, onRun) {
    this.lines = make('div', {class: 'gutter', 'aria-hidden': 'true'});
    this.shown = make('code');
    this.mark = make('i', {class: 'mark', hidden: ''});
    this.area = make('textarea', {'aria-label': label, 'aria-describedby': 'keys', spellcheck: 'false', autocapitalize: 'off',
      autocomplete: 'off', autocorrect: 'off', wrap: 'off', rows: 1});
    this.box = make('div', {class: 'editor'}, this.lines,
      make('div', {class: 'sheet'}, this.mark, make('pre', {'aria-hidden': 'true'}, this.shown), this.area));
    place.append(this.box);
    this.area.addEventListener('input', () => {
      this.show();
      onChange();
    });
    this.area.addEventListener('keydown', event => this.press(event, onRun));
    this.area.addEventListener('blur', () => this.leaving = false);
  }
  get text() {
    return this.area.value;
  }
  /// Puts another text into the editor, as if it was typed: undo brings back the one before.
  replace(text) {
    this.area.focus();
    this.area.select();
    this.type(text);
    this.area.setSelectionRange(0, 0);
    this.box.scrollTo(0, 0);
  }
  set(text) {
    this.area.value = text;
    this.show();
  }
  type(text) {
    if (document.execCommand('insertText', false, text)) return;
    this.area.setRangeText(text, this.area.selectionStart, this.area.selectionEnd, 'end');
    this.area.dispatchEvent(new Event('input'));
  }
  show() {
    const {text} = this;
    this.shown.replaceChildren(...colour(text), '\n');
    const count = text.split('\n').length;
    if (this.lines.childElementCount !== count)
      this.lines.replaceChildren(...Array.from({length: count}, (_, i) => make('span', {}, String(i + 1))));
    this.markLine(0);
  }
  /// Marks a line, counted from 1; 0: none.
  markLine(line) {
    this.lines.querySelector('.wrong')?.classList.remove('wrong');
    this.mark.hidden = !(line > 0 && line <= this.lines.childElementCount);
    this.area.setAttribute('aria-invalid', String(!this.mark.hidden));
    if (this.mark.hidden) return;
    this.lines.children[line - 1].classList.add('wrong');
    this.mark.style.top = `${this.lines.children[line - 1].offsetTop}px`;
  }
  goTo(line) {
    const lines = this.text.split('\n');
    const start = lines.slice(0, line - 1).join('\n').length + (line > 1);
    this.area.focus();
    this.area.setSelectionRange(start, start + lines[line - 1].length);
    this.lines.children[line - 1].scrollIntoView({block: 'nearest'});
  }
  press(event, onRun) {
    const {key} = event;
    if (key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      onRun();
    } else if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) {
      return;
    } else if (key === 'Tab' && !this.leaving) {
      event.preventDefault();
      this.indent(event.shiftKey);
    } else if (key === 'Enter') {
      event.preventDefault();
      const before = this.text.slice(0, this.area.selectionStart);
      const line = before.slice(before.lastIndexOf('\n') + 1);
      this.type('\n' + line.match(/^\s*/)[0] + (/[{([]\s*$/.test(line) ? INDENT : ''));
    } else if (key === '}' && this.currentLine().trim() === '') {
      event.preventDefault();
      const start = this.area.selectionStart;
      const blank = this.currentLine().length;
      this.area.setSelectionRange(start - Math.min(blank, INDENT.length), this.area.selectionEnd);
      this.type('}');
    }
    if (key !== 'Shift') this.leaving = key === 'Escape';
  }
  /// The line before the caret.
  currentLine() {
    const before = this.text.slice(0, this.area.selectionStart);
    return before.slice(before.lastIndexOf('\n') + 1);
  }
  indent(back) {
    const {selectionStart: start, selectionEnd: end} = this.area;
    if (!back && start === end) return this.type(INDENT);
    const from = this.text.lastIndexOf('\n', start - 1) + 1;
    const chosen = this.text.slice(from, end);
    const moved = back ? chosen.replace(/^ {1,2}/gm, '') : chosen.replace(/^/gm, INDENT);
    if (moved === chosen) return;
    this.area.setSelectionRange(from, end);
    this.type(moved);
    this.area.setSelectionRange(start === end ? Math.max(from, start - INDENT.length) : from, start === end
      ? Math.max(from, start - INDENT.length) : from + moved.length);
  }
}

/// The text in pieces: words, and elements with the class of their kind.
function* colour(text) {
  let end = 0;
  for (const match of text.matchAll(WORDS)) {
    const [kind] = Object.entries(match.groups).find(([, words]) => words !== undefined);
    yield text.slice(end, match.index);
    yield make('span', {class: kind}, match[0]);
    end = match.index + match[0].length;
  }
  yield text.slice(end);
}
