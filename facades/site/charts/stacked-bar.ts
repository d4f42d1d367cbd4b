import { html } from 'hono/html';
import type { Segment } from './column-chart.ts';
import type { Html } from '../markup/html.ts';

const WIDTH = 200;
const HEIGHT = 14;

/** A horizontal bar of segments. The full width stands for `total`. The label gives each share in percent. */
export function stackedBar(segments: readonly Segment[], total: number): Html {
  let x = 0;
  const rects = segments.map(({ fill, value }) => {
    const [from, width] = [x, (value / Math.max(1, total)) * WIDTH];
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
  const label = segments
    .map(({ name, value }) => `${name} ${Math.round((value / Math.max(1, total)) * 100)} %`)
    .join(', ');
  return html`<svg
    class="bar"
    viewBox="0 0 ${WIDTH} ${HEIGHT}"
    role="img"
    preserveAspectRatio="none"
    aria-label="${label}"
  >
    <title>${label}</title>
    ${rects}
  </svg>`;
}
