import { html } from 'hono/html';
import { formatNumber } from './format.ts';
import type { Html } from './html.ts';

type Cell = Html | string | number;

/** Puts content that may be wider than the page into a labelled region that scrolls, also by keyboard. */
export const scrollable = (label: string, content: Html): Html =>
  html`<div class="wide" role="region" aria-label="${label}" tabindex="0">${content}</div>`;

/** A table whose first column contains row headings. Numbers in the other columns are formatted and aligned to the right. */
export const table = ({
  caption,
  head,
  rows,
}: {
  readonly caption: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}): Html =>
  scrollable(
    caption,
    html`<table>
      <caption>
        ${caption}
      </caption>
      <thead>
        <tr>
          ${head.map((name, i) => html`<th scope="col" class="${isNumericColumn(rows, i) ? 'number' : ''}">${name}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          ([heading, ...cells]) =>
            html`<tr>
              <th scope="row">${heading}</th>
              ${cells.map(tableCell)}
            </tr>`,
        )}
      </tbody>
    </table>`,
  );

const isNumericColumn = (rows: readonly (readonly Cell[])[], column: number): boolean =>
  typeof rows[0]?.[column] === 'number';

const tableCell = (cell: Cell): Html =>
  typeof cell === 'number' ? html`<td class="number">${formatNumber(cell)}</td>` : html`<td>${cell}</td>`;

/** A closed `<details>`, by default for the table with the data of a chart. */
export const details = (content: Html, summary = 'Show the data'): Html =>
  html`<details>
    <summary>${summary}</summary>
    ${content}
  </details>`;
