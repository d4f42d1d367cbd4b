import { html } from 'hono/html';
import type { Html } from './row.ts';
import { groups } from './text.ts';

interface Column {
  readonly label: string;
  readonly value: number;
}

interface Chart {
  /** Names the chart; unique on its page. */
  readonly id: string;
  readonly title: string;
  readonly about: string;
  readonly columns: readonly Column[];
}

const WIDTH = 720;
const HEIGHT = 160;
const LEFT = 44;
const BASE = HEIGHT - 20;
const TOP = 12;

/** A chart of columns, one beside the other. The same numbers should stand in a table near it. */
export function columnChart({ id, title, about, columns }: Chart): Html {
  const top = ceilingOf(Math.max(1, ...columns.map(({ value }) => value)));
  const step = (WIDTH - LEFT) / Math.max(1, columns.length);
  const heightOf = (value: number) => round(((BASE - TOP) * value) / top);
  return html`<svg
    class="chart"
    viewBox="0 0 ${WIDTH} ${HEIGHT}"
    role="img"
    aria-labelledby="${id}-t ${id}-d"
  >
    <title id="${id}-t">${title}</title>
    <desc id="${id}-d">${about}</desc>
    ${[0, top / 2, top].map((value) => gridLine(value, round(BASE - heightOf(value))))}
    ${columns.map(({ value }, i) => {
      const height = heightOf(value);
      return html`<rect
        class="column"
        x="${round(LEFT + i * step + 1)}"
        y="${round(BASE - height)}"
        width="${round(Math.max(1, step - 2))}"
        height="${height}"
      ></rect>`;
    })}
    ${endsOf(columns)}
  </svg>`;
}

const gridLine = (value: number, y: number): Html =>
  html`<line class="grid" x1="${LEFT}" x2="${WIDTH}" y1="${y}" y2="${y}"></line
    ><text x="${LEFT - 6}" y="${y + 4}" text-anchor="end">${groups(value)}</text>`;

/** The first column and the last are named; the table names all. */
const endsOf = (columns: readonly Column[]): Html =>
  html`<text x="${LEFT}" y="${HEIGHT - 4}">${columns[0]?.label ?? ''}</text
    ><text x="${WIDTH}" y="${HEIGHT - 4}" text-anchor="end">${columns.at(-1)?.label ?? ''}</text>`;

/** The next even number that people count in: 2, 4, 10, 20, 40, 100, … */
function ceilingOf(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return [2, 4, 10, 20].map((factor) => factor * power).find((top) => top >= value) ?? value;
}

const round = (value: number): number => Math.round(value * 10) / 10;
