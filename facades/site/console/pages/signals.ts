import { html } from 'hono/html';
import { badge, type ListData } from '../../markup/records.ts';
import type { Html } from '../../markup/html.ts';
import { textBlock } from '../../markup/text-block.ts';
import { recordItem, toElementId, paginatedItems } from './record-items.ts';
import {
  hiddenBadge,
  type ModeratedRecord,
  hiddenNotice,
  moderatedByline,
  hidingForm,
} from './moderated-record.ts';
import type { ConsolePageContext } from '../page-context.ts';

interface Signal extends ModeratedRecord {
  readonly fact_id: string | null;
  readonly kind: string;
  readonly note: string | null;
}

/** A fact or a report with its signals. */
export interface SignalledRecord {
  readonly all_signals: ListData<Signal>;
}

/** A signal with its note, and the form that hides or unhides the signal. */
export function signalItem(signal: Signal, context: ConsolePageContext): Html {
  return recordItem(
    toElementId('signal', signal),
    html`<h3>Signal ${badge(signal.kind)} ${hiddenBadge(signal)}</h3>
      ${moderatedByline(signal, signal.fact_id === null ? 'reports' : 'facts')} ${hiddenNotice(signal)}
      ${signal.note === null ? '' : textBlock(signal.note, { maxBytes: 2_000 })}
      ${hidingForm('signal', signal, context)}`,
    context,
  );
}

/** The section of a page that lists the signals on its record, newest first. */
export const signalSection = ({ all_signals: signals }: SignalledRecord, context: ConsolePageContext): Html =>
  html`<section aria-labelledby="signals">
    <h2 id="signals">Signals, newest first</h2>
    ${paginatedItems(signals, signalItem, context)}
  </section>`;
