// Marks the lines of the type under the pointer, or of the type that has the focus.
const graph = document.querySelector('.schema-graph');

function markLines(link) {
  for (const marked of graph.querySelectorAll('.to, .from')) marked.classList.remove('to', 'from');
  graph.classList.toggle('marked', link !== null);
  if (link === null) return;
  const { type } = link.dataset;
  for (const line of graph.querySelectorAll('path')) {
    const { from, to } = line.dataset;
    if (from !== type && to !== type) continue;
    const direction = from === type ? 'to' : 'from';
    line.classList.add(direction);
    graph.querySelector(`[data-type="${from === type ? to : from}"]`)?.classList.add(direction);
  }
}

// On a narrow screen, scroll to the horizontal centre: the circle leaves the left corner empty.
const region = graph.parentElement;
region.scrollLeft = (region.scrollWidth - region.clientWidth) / 2;

const linkAt = (event) => event.target.closest?.('a[data-type]') ?? null;
for (const name of ['pointerover', 'focusin'])
  graph.addEventListener(name, (event) => markLines(linkAt(event)));
graph.addEventListener('focusout', () => markLines(null));
