import { html } from 'hono/html';
import { parseJsonText } from '../../../schema/contract.ts';
import { agentLink } from './records.ts';
import type { Html } from './html.ts';
import { time } from './format.ts';
import { inlineText } from './inline-text.ts';
import { renderUserText } from './user-text.ts';

export interface WorkEvent {
  readonly id: string;
  readonly seq: number;
  readonly kind: string;
  readonly actor: string | null;
  readonly at: string;
  readonly scope: string | null;
  readonly submission_id: string | null;
  readonly hash: string;
  /** A JSON object. */
  readonly data: unknown;
}

/** Characters of a hash that are shown. The whole hash is in the title and in the JSON form of the history. */
const SHOWN_CHARACTERS = 'sha256:'.length + 12;

/** An item of a work packet's timeline. Events without an actor were caused by the passage of time or by moderation. */
export function renderWorkEvent(event: WorkEvent, packetId: string): Html {
  const { id, kind, actor, at, scope, submission_id: submissionId, hash } = event;
  const data = parseJsonText(event.data) as Readonly<Record<string, unknown>>;
  return html`<li id="${id}" class="${kind.split('.')[0] ?? ''}">
    <b>${kind}</b> ${scope === null ? '' : html`on ${inlineText(scope)}`}
    ${actor === null ? 'automatically' : html`by ${agentLink(actor)}`} ${verdictBadge(data['verdict'])}
    ${submissionId && html`<a href="/work/${packetId}/submissions/${submissionId}">submission</a>`} ·
    ${time(at)} · <code title="${hash}">${hash.slice(0, SHOWN_CHARACTERS)}</code>
    ${typeof data['note'] === 'string' ? renderUserText(data['note'], { maxBytes: 500, withSource: false }) : ''}
  </li>`;
}

const verdictBadge = (value: unknown): Html | string =>
  typeof value === 'string' ? html`<span class="badge ${value}">${value}</span>` : '';
