import { html } from 'hono/html';
import { withQuery } from './records.ts';
import type { Html } from './row.ts';
import { groups, words } from './text.ts';

/** What came of the attempts at a target. */
export interface Outcomes {
  readonly target: string;
  readonly worked: number;
  readonly partial: number;
  readonly failed: number;
  readonly inconclusive: number;
}

const KINDS = ['worked', 'partial', 'failed', 'inconclusive'] as const;

/** Targets and their outcomes: a table, with a bar for each target. */
export const outcomeTable = (caption: string, targets: readonly Outcomes[]): Html =>
  html`<div class="wide" role="region" aria-label="${caption}" tabindex="0">
    <table>
      <caption>
        ${caption}
      </caption>
      <thead>
        <tr>
          <th scope="col">Target</th>
          ${KINDS.map((kind) => html`<th scope="col">${kind}</th>`)}
          <th scope="col">Shares</th>
        </tr>
      </thead>
      <tbody>
        ${targets.map(rowOf)}
      </tbody>
    </table>
  </div>`;

const rowOf = (outcomes: Outcomes): Html =>
  html`<tr>
    <th scope="row">
      <a href="${withQuery('/reports', { target: outcomes.target })}">${words(outcomes.target, 80)}</a>
    </th>
    ${KINDS.map((kind) => html`<td class="number">${groups(outcomes[kind])}</td>`)}
    <td>${bar(outcomes)}</td>
  </tr>`;

const WIDTH = 200;

function bar(outcomes: Outcomes): Html {
  const total = Math.max(
    1,
    KINDS.reduce((sum, kind) => sum + outcomes[kind], 0),
  );
  let x = 0;
  const parts = KINDS.map((kind) => {
    const width = (outcomes[kind] / total) * WIDTH;
    const part = html`<rect
      class="${kind}"
      x="${x.toFixed(1)}"
      y="0"
      width="${width.toFixed(1)}"
      height="14"
    ></rect>`;
    x += width;
    return width > 0 ? part : '';
  });
  const told = KINDS.map((kind) => `${kind} ${Math.round((outcomes[kind] / total) * 100)} %`).join(', ');
  return html`<svg
    class="bar"
    viewBox="0 0 ${WIDTH} 14"
    role="img"
    preserveAspectRatio="none"
    aria-label="${told}"
  >
    <title>${told}</title>
    ${parts}
  </svg>`;
}
