
// A match of the bot in the page against a bundled policy, played by danno.wasm (leagues/ratings/danno_match.h).

class BotMatch {
  constructor(rules, {values, names, policy, seed, deals, before}) {
    this.rules = rules;
    this.machine = rules.machine;
    const {c} = this.machine;
    this.pointer = this.machine.lend(names.join('\n'), lines => this.machine.lend(policy, words => this.machine.lend(seed, text =>
      c.danno_match_new(rules.live, values ? values.live : 0, lines, words, text, BigInt(deals), before?.pointer ?? 0, 0))));
    this.width = Number(c.danno_match_width(this.pointer));
    this.games = 2 * deals;
  }
  free() {
    this.machine.c.danno_match_free(this.pointer);
  }
  /// The members of GameStart that all games share: not its number and seat.
  get about() {
    const {machine, pointer} = this;
    const lines = machine.read((at, size) => machine.c.danno_match_parameters(pointer, at, size)).split('\n');
    const {unit, dice, faces, seats, options} = this.rules.facts;
    return {
      rules: this.rules.id, unit, dice, faces, seats, first: 0, options,
      parameters: lines.map(line => line.split('=')).map(([name, value]) => ({name, value: Number(value)})),
      seeds: Array.from({length: this.games}, (_, game) => BigInt.asUintN(64, machine.c.danno_match_agent_seed(pointer, BigInt(game)))),
    };
  }
  /// The open questions as rows of numbers; null when all games are over.
  questions() {
    const {machine, pointer, width} = this;
    const count = Number(machine.c.danno_match_open(pointer));
    if (count === 0) return null;
    return machine.borrow(4 * count * width, at => {
      machine.c.danno_match_questions(pointer, at);
      return {count, width, rows: machine.ints(at, count * width).slice()};
    });
  }
  answer(actions) {
    this.machine.borrow(4 * actions.length, at => {
      this.machine.ints(at, actions.length).set(actions);
      this.machine.c.danno_match_answer(this.pointer, at, BigInt(actions.length), 0);
    });
  }
  rate() {
    return this.machine.borrow(96, at => {
      this.machine.c.danno_match_rate(this.pointer, at, 0);
      const [games, decisions, score, points, first, second, elo, low, high, adjusted, adjustedLow, adjustedHigh] =
        this.machine.doubles(at, 12);
      return {games, decisions, score, points, places: [first, second], raw: {elo, low, high},
        adjusted: Number.isNaN(adjusted) ? null : {elo: adjusted, low: adjustedLow, high: adjustedHigh}};
    });
  }
  /// The decision that gave away most, with the row of its question; null if none did.
  get costliest() {
    return this.machine.borrow(24 + 4 * this.width, at => {
      if (this.machine.c.danno_match_costliest(this.pointer, at, at + 24) === 0) return null;
      const [cost, chance] = this.machine.doubles(at, 2);
      const [action, best] = this.machine.ints(at + 16, 2);
      return {cost, chance, action, best, row: this.machine.ints(at + 24, this.width).slice()};
    });
  }
}
