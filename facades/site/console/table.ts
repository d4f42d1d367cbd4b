import { html } from 'hono/html';
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
