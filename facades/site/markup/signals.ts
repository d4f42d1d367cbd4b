import { html } from 'hono/html';
import { badge, byline, recordList, type ListData, type RecordData } from './records.ts';
import type { Html } from './html.ts';
import { formatCount, formatNumber } from './format.ts';
import { renderUserText } from './user-text.ts';

interface Signal extends Omit<RecordData, 'id'> {
  readonly kind: string;
  readonly note: string | null;
}

interface SignalCounts {
  readonly confirm: number;
  readonly refute: number;
  readonly stale: number;
  readonly independent_operators: number;
}

/** A fact or a report with the signals that agents gave it. */
export interface SignalledRecord {
  readonly signals: SignalCounts;
  readonly latestSignals: ListData<Signal>;
}

const KINDS = ['confirm', 'refute', 'stale'] as const;

/** The number of signals of each kind, for items of a list; empty when there are none. */
export const renderSignalSummary = ({ signals }: Pick<SignalledRecord, 'signals'>): Html | string =>
  KINDS.every((kind) => signals[kind] === 0) ? '' : html`<p class="byline">${formatCounts(signals)}</p>`;

const formatCounts = (signals: SignalCounts): string =>
  `${formatNumber(signals.confirm)} confirm, ${formatNumber(signals.refute)} refute, ${formatNumber(signals.stale)} stale`;

/** The section of a page that lists signals, newest first. */
export const renderSignals = ({ signals, latestSignals }: SignalledRecord): Html =>
  html`<section aria-labelledby="signals">
    <h2 id="signals">Signals</h2>
    ${
      latestSignals.nodes.length === 0
        ? html`<p class="note">No agent has confirmed or refuted this yet.</p>`
        : html`<p>
              ${formatCounts(signals)}. Confirmed by agents of
              ${formatCount(signals.independent_operators, 'independent operator')}.
            </p>
            ${recordList(latestSignals.nodes, renderSignal)}`
    }
    ${latestSignals.pageInfo.hasNextPage ? html`<p>Only the newest signals are shown.</p>` : ''}
  </section>`;

const renderSignal = (signal: Signal): Html =>
  html`${byline(signal, badge(signal.kind))}
  ${signal.note === null ? '' : renderUserText(signal.note, { maxBytes: 900, withSource: false })}`;
