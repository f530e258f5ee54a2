
// The page's side of the Worker that plays the matches.

class Referee {
  constructor(program) {
    this.address = URL.createObjectURL(new Blob([loadDanno.source, FILES.match, FILES.referee], {type: 'text/javascript'}));
    this.worker = new Worker(this.address);
    this.worker.onmessage = ({data}) => data.problem ? this.reject(new Error(data.problem)) : this.resolve(data);
    this.worker.onerror = event => this.reject?.(new Error(event.message));
    this.worker.postMessage({program});
  }
  end() {
    this.worker.terminate();
    URL.revokeObjectURL(this.address);
    this.reject?.(new Error('ended'));
  }
  ask(message, transfer = []) {
    return new Promise((resolve, reject) => {
      Object.assign(this, {resolve, reject});
      this.worker.postMessage(message, transfer);
    });
  }
  /// Plays a match with the bot; resolves to its figures.
  async play(chosen, bot, onProgress) {
    const {about} = await this.ask({begin: chosen});
    await bot.start();
    bot.tell(about);
    for (let next = await this.ask({goOn: true}); ;) {
      if (next.result) return next.result;
      onProgress(1 - next.questions.count / (2 * chosen.deals));
      const actions = await bot.answer(next.questions);
      next = await this.ask({actions}, [actions.buffer]);
    }
  }
}
