import { html } from 'hono/html';
import type { Html } from './row.ts';
import { block, time, words } from './text.ts';

export interface WorkEvent {
  readonly id: string;
  readonly seq: number;
  readonly kind: string;
  readonly actor: string | null;
  readonly at: string;
  readonly scope: string | null;
  readonly submission_id: string | null;
  readonly data: Readonly<Record<string, unknown>>;
}

/** One thing that happened to a packet, in its timeline. */
export function renderEvent(event: WorkEvent, packet: string): Html {
  const { id, kind, actor, at, scope, submission_id: submission, data } = event;
  return html`<li id="${id}">
    ${time(at)} <b>${kind}</b> ${scope === null ? '' : html`at ${words(scope)}`}
    ${actor === null ? 'by itself' : html`by <bdi>${actor}</bdi>`} ${wordOf(data['verdict'])}
    ${submission && html`<a href="/work/${packet}/submissions/${submission}">submission</a>`}
    ${typeof data['note'] === 'string' ? block(data['note'], { max: 400 }) : ''}
  </li>`;
}

const wordOf = (value: unknown): Html | string =>
  typeof value === 'string' ? html`<span class="badge">${value}</span>` : '';
