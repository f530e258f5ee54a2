// What makes pages comfortable; they are whole without it. It reads tables and attributes that stand in
// the page and sets text: it makes no markup of words, sends no request, computes no rule and no statistic.
// Behind it stands danno.js (deals) or league.js (a league).
'use strict';

const SVG = 'http://www.w3.org/2000/svg';

/// An element with attributes; children are nodes or words.
function make(tag, attributes = {}, ...children) {
  const svg = ['svg', 'path', 'rect', 'circle', 'line', 'text', 'g', 'linearGradient', 'stop'].includes(tag);
  const element = svg ? document.createElementNS(SVG, tag) : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

function button(label, shown, act) {
  const element = make('button', {type: 'button'}, shown);
  if (label) element.setAttribute('aria-label', label);
  element.addEventListener('click', act);
  return element;
}

