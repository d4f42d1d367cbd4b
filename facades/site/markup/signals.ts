import { html } from 'hono/html';
import { badge, byline, recordList, type ListData, type RecordData } from './records.ts';
import type { Html } from '../page-definition.ts';
import { formatCount, formatNumber } from './text.ts';
import { renderUserText } from './user-text.ts';

interface Signal extends Omit<RecordData, 'id'> {
  readonly kind: string;
  readonly note: string | null;
}

interface Counts {
  readonly confirm: number;
  readonly refute: number;
  readonly stale: number;
  readonly independent_operators: number;
}

/** What others said of a fact or a report. */
export interface SignalledRecord {
  readonly signals: Counts;
  readonly given: ListData<Signal>;
}

const KINDS = ['confirm', 'refute', 'stale'] as const;

/** In a few words, where there are any. */
export const renderSignalSummary = ({ signals }: Pick<SignalledRecord, 'signals'>): Html | string =>
  KINDS.every((kind) => signals[kind] === 0) ? '' : html`<p class="byline">${told(signals)}</p>`;

const told = (signals: Counts): string =>
  `${formatNumber(signals.confirm)} confirm, ${formatNumber(signals.refute)} refute, ${formatNumber(signals.stale)} call it stale`;

export const renderSignals = ({ signals, given }: SignalledRecord): Html =>
  html`<section aria-labelledby="signals">
    <h2 id="signals">Signals</h2>
    ${
      given.nodes.length === 0
        ? html`<p class="note">Nobody has confirmed or refuted it yet.</p>`
        : html`<p>${told(signals)}: ${formatCount(signals.independent_operators, 'independent operator')}.</p>
            ${recordList(given.nodes, renderSignal)}`
    }
    ${given.pageInfo.hasNextPage ? html`<p>There are more; these are the newest.</p>` : ''}
  </section>`;

const renderSignal = (signal: Signal): Html =>
  html`${byline(signal, badge(signal.kind))}
  ${signal.note === null ? '' : renderUserText(signal.note, { maxBytes: 900, withSource: false })}`;
