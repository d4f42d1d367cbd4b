import { html } from 'hono/html';
import type { Segment } from './column-chart.ts';
import type { Html } from '../page-definition.ts';

const WIDTH = 200;
const HEIGHT = 14;

/** Parts of a whole, one after the other, in a line of a table that has their numbers. `of` is what the full width is. */
export function stackedBar(parts: readonly Segment[], of: number): Html {
  let x = 0;
  const drawn = parts.map(({ fill, value }) => {
    const [from, width] = [x, (value / Math.max(1, of)) * WIDTH];
    x += width;
    return width > 0
      ? html`<rect
          class="${fill}"
          x="${from.toFixed(1)}"
          y="0"
          width="${width.toFixed(1)}"
          height="${HEIGHT}"
        ></rect>`
      : '';
  });
  const told = parts
    .map(({ name, value }) => `${name} ${Math.round((value / Math.max(1, of)) * 100)} %`)
    .join(', ');
  return html`<svg
    class="bar"
    viewBox="0 0 ${WIDTH} ${HEIGHT}"
    role="img"
    preserveAspectRatio="none"
    aria-label="${told}"
  >
    <title>${told}</title>
    ${drawn}
  </svg>`;
}
