import { html } from 'hono/html';
import { columnChart } from '../columns.ts';
import type { Html } from '../row.ts';

interface Table {
  readonly caption: string;
  readonly columns: readonly string[];
  readonly rows: readonly Html[];
}

/** A table that is moved sideways where it is wider than the page. */
export const tableOf = ({ caption, columns, rows }: Table): Html =>
  html`<div class="wide" role="region" aria-label="${caption}" tabindex="0">
    <table>
      <caption>
        ${caption}
      </caption>
      <thead>
        <tr>
          ${columns.map((name) => html`<th scope="col">${name}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </div>`;

type Chart = Parameters<typeof columnChart>[0];

/** A chart with its title and what it tells, for who sees it and for who does not. */
export const figureOf = (chart: Chart): Html =>
  html`<figure>
    <figcaption>${chart.title}: ${chart.about}</figcaption>
    ${columnChart(chart)}
  </figure>`;
