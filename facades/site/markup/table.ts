import { html } from 'hono/html';
import type { Html } from '../page-definition.ts';
import { formatNumber } from './text.ts';

type Cell = Html | string | number;

interface TableParts {
  readonly caption: string;
  /** Names of the columns. */
  readonly head: readonly string[];
  /** The first cell names its row. Numbers are set as such. */
  readonly rows: readonly (readonly Cell[])[];
}

/** What is wider than the page is scrolled by itself, by keyboard as well. */
export const scrollable = (name: string, content: Html): Html =>
  html`<div class="wide" role="region" aria-label="${name}" tabindex="0">${content}</div>`;

export const table = ({ caption, head, rows }: TableParts): Html =>
  scrollable(
    caption,
    html`<table>
      <caption>
        ${caption}
      </caption>
      <thead>
        <tr>
          ${head.map((name, i) => html`<th scope="col" class="${isNumeric(rows, i) ? 'number' : ''}">${name}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          ([name, ...cells]) =>
            html`<tr>
              <th scope="row">${name}</th>
              ${cells.map(cellOf)}
            </tr>`,
        )}
      </tbody>
    </table>`,
  );

const isNumeric = (rows: TableParts['rows'], column: number): boolean =>
  typeof rows[0]?.[column] === 'number';

const cellOf = (cell: Cell): Html =>
  typeof cell === 'number' ? html`<td class="number">${formatNumber(cell)}</td>` : html`<td>${cell}</td>`;

/** The numbers of a chart, for whoever would rather read them. */
export const details = (numbers: Html, summary = 'The numbers'): Html =>
  html`<details>
    <summary>${summary}</summary>
    ${numbers}
  </details>`;
