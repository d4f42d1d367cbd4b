// On a live page, moves the focus to the first new record after a click on "Show".
{
  let known = new Set();

  const idsInMain = () => [...document.querySelectorAll('main [id]')].map(({ id }) => id);

  document.addEventListener('htmx:before:swap', () => {
    known = new Set(idsInMain());
  });

  document.addEventListener('htmx:after:swap', ({ detail }) => {
    // Only the link "Show" has `hx-select`. Other swaps replace an announcement or numbers: the focus stays.
    if (!detail.ctx.select || document.activeElement !== document.body) return;
    const first = idsInMain().find((id) => !known.has(id));
    const record = document.getElementById(first ?? 'main');
    record.tabIndex = -1;
    record.focus({ preventScroll: first === undefined });
  });
}
