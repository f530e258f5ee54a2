
// A league. What the script adds has its place before it comes, and tables are seen when all their rows
// are there, which set the widths of their columns: nothing shifts.
document.documentElement.classList.add('scripted', 'starting');
document.addEventListener('DOMContentLoaded', () => {
  document.documentElement.classList.remove('starting');
  for (const place of document.querySelectorAll('.find')) startFind(place, place.nextElementSibling.querySelector('table'));
  for (const line of document.querySelectorAll('[data-as-of]')) tellAge(line);
  for (const figure of document.querySelectorAll('.history')) nameLines(figure, figure.nextElementSibling);
});

// While a league is played its pages are made again and again: over HTTP they load themselves again, which
// costs a line where the server knows them by an ETag. Not while somebody looks for something or has sorted.
if (location.protocol.startsWith('http')) {
  setInterval(() => {
    const busy = document.querySelector('.find input:not(:placeholder-shown), .find.sorted');
    if (document.querySelector('[data-live]') && !document.hidden && !busy) location.reload();
  }, 30000);
}

/// Names at the ends of lines, as the heads of the table below, at least a line of text apart.
function nameLines(figure, table) {
  const heads = table.querySelectorAll('thead .n[class*=" s"]');
  const ends = [...figure.querySelectorAll('.agent')].map((marks, i) =>
    ({down: Number([...marks.querySelectorAll('circle')].pop()?.getAttribute('cy') ?? 0), head: heads[i]}));
  let down = 0;
  for (const end of ends.sort((one, other) => one.down - other.down)) {
    down = Math.max(end.down + 4, down + 14);
    figure.firstElementChild.append(make('text', {x: '99%', y: down, class: `name ${end.head.className}`}, end.head.textContent));
  }
}

/// Says that a page is old: a run that was killed does not make it again.
function tellAge(line) {
  const asOf = new Date(Number(line.dataset.asOf) * 1000);
  const minutes = Math.floor((Date.now() - asOf) / 60000);
  if (minutes >= 10)
    line.append(make('span', {class: 'bad'}, ` No news since ${asOf.toISOString().slice(11, 16)} UTC, for ${minutes} minutes.`));
}

/// A field that hides rows but those with its words in an agent or author, and the order of the rows.
function startFind(place, table) {
  const body = table.tBodies[0];
  const rows = [...body.rows];
  const heads = [...table.tHead.rows[0].cells];
  const find = make('input', {type: 'search', placeholder: 'find agent or author', 'aria-label': 'Find an agent or author'});
  find.addEventListener('input', () => {
    const words = find.value.trim().toLowerCase();
    for (const row of rows) row.hidden = !row.querySelector('th').textContent.toLowerCase().includes(words);
  });
  body.addEventListener('click', event => {
    const author = event.target.closest('small a');
    if (!author || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    find.value = author.textContent;
    find.dispatchEvent(new Event('input'));
  });
  const sort = make('select');
  for (const [at, head] of heads.entries())
    if (!head.className.includes('picture') && head.textContent !== 'Why') sort.append(make('option', {value: at}, head.textContent.toLowerCase()));
  const name = row => row.querySelector('th bdi').textContent;
  const figure = row => Number(row.cells[sort.value].textContent.replaceAll(',', '').replace('−', '-').match(/-?[\d.]+/)?.[0] ?? -Infinity);
  sort.addEventListener('change', () => {
    const asMade = () => 0;
    const orders = {Agent: (one, other) => name(one) < name(other) ? -1 : 1};
    const head = heads[sort.value].textContent;
    const sign = head === 'Decided' ? -1 : 1;  // ranks: the first is the best
    const falling = (one, other) => sign * (figure(other) - figure(one)) || 0;
    body.append(...[...rows].sort(sort.selectedIndex === 0 ? asMade : orders[head] ?? falling));
    place.classList.toggle('sorted', sort.selectedIndex > 0);
  });
  place.append(find, make('label', {}, 'Sort by', sort));
}
