import { html } from 'hono/html';
import { badge, type RecordData, withQuery } from '../../markup/records.ts';
import type { Html } from '../../markup/html.ts';
import { time } from '../../markup/format.ts';
import { textBlock, type TextBlockOptions } from '../../markup/text-block.ts';
import type { HideableKind } from '../../../documents/console/api.ts';
import { HIDING_ACTIONS } from '../actions/actions.ts';
import { actionForm } from '../actions/form.ts';
import type { ConsolePageContext } from '../page-context.ts';
import { toElementId } from './record-items.ts';

/** A record that can be hidden. */
export interface ModeratedRecord extends RecordData {
  readonly hidden_at: string | null;
  readonly hidden_reason: string | null;
  /** Whether the record is hidden because its parent is, and not by itself. False if absent. */
  readonly hidden_with_parent?: boolean;
  /** Only facts have it. */
  readonly quarantined_at?: string | null;
}

/** The author, the time and the facade of a record. The author links to the author's records in `/console/<list>`. */
export const moderatedByline = ({ created_by: by, created_at: at, via }: RecordData, list: string): Html =>
  html`<p class="byline">
    <a href="${withQuery(`/console/${list}`, { created_by: by })}"><bdi>${by}</bdi></a> · ${time(at)} · via
    ${via} ·
    <a href="${withQuery('/console/agents', { q: by })}">profile</a>
  </p>`;

export const hiddenBadge = ({ hidden_at: at }: ModeratedRecord): Html | string =>
  at === null ? '' : badge('hidden');

/** When and why a record was hidden; empty for visible records. */
export const hiddenNotice = (record: ModeratedRecord): Html | string => {
  const { hidden_at: at, hidden_reason: reason } = record;
  const parent = record.hidden_with_parent ? ' with the record that it belongs to,' : '';
  return at === null ? '' : html`<p>Hidden${parent} ${time(at)}: ${reason ?? 'other'}</p>`;
};

/** The form that unhides a record that is hidden itself, and hides every other record. */
export function hidingForm(kind: HideableKind, record: ModeratedRecord, context: ConsolePageContext): Html {
  const isHiddenByItself = record.hidden_at !== null && record.hidden_with_parent !== true;
  return actionForm(
    {
      action: HIDING_ACTIONS[kind][isHiddenByItself ? 'unhide' : 'hide'],
      recordId: record.id,
      targetId: toElementId(kind, record),
    },
    context,
  );
}

/** A text with its name before it; empty for null. */
export const namedText = (
  name: Html | string,
  text: string | null,
  options: TextBlockOptions = { maxBytes: 2_000 },
): Html | string =>
  text === null
    ? ''
    : html`<p>${name}:</p>
        ${textBlock(text, options)}`;
