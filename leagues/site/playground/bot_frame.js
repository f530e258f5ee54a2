// A frame of its own origin, in which nothing but Workers from here may run. It makes the bot's Worker, and it
// finds the line of a mistake in the bot's text, which a Worker does not tell.
'use strict';
const address = text => URL.createObjectURL(new Blob([text], {type: 'text/javascript'}));

addEventListener('message', ({data, ports}) => {
  const sdk = address(data.sdk);
  const words = data.bot.replace(/(\bfrom\s*)(["'])\.\/danno\.mjs\2/g, (_, from) => from + JSON.stringify(sdk));
  const worker = new Worker(address(data.worker));
  worker.postMessage({sdk, bot: address(words)}, ports);
  worker.onerror = event => event.preventDefault();  // what counts is told by the port
  worker.onmessage = () => {
    // A module is read as a whole first. This one needs another that there is not, so it is not run.
    const script = document.createElement('script');
    script.type = 'module';
    script.src = address('import "none:";' + words);
    onerror = (message, _, line) => {
      parent.postMessage({line}, '*');
      return true;
    };
    document.head.append(script);
  };
});
parent.postMessage('ready', '*');
