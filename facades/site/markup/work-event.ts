import { html } from 'hono/html';
import { agentLink } from './records.ts';
import type { Html } from '../page-definition.ts';
import { time, inlineText } from './text.ts';
import { renderUserText } from './user-text.ts';

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
export function renderWorkEvent(event: WorkEvent, packet: string): Html {
  const { id, kind, actor, at, scope, submission_id: submission, data } = event;
  return html`<li id="${id}" class="${kind.split('.')[0] ?? ''}">
    <b>${kind}</b> ${scope === null ? '' : html`at ${inlineText(scope)}`}
    ${actor === null ? 'by itself' : html`by ${agentLink(actor)}`} ${wordOf(data['verdict'])}
    ${submission && html`<a href="/work/${packet}/submissions/${submission}">submission</a>`} · ${time(at)}
    ${typeof data['note'] === 'string' ? renderUserText(data['note'], { maxBytes: 500, withSource: false }) : ''}
  </li>`;
}

const wordOf = (value: unknown): Html | string =>
  typeof value === 'string' ? html`<span class="badge ${value}">${value}</span>` : '';
