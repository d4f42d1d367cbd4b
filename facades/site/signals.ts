import { html } from 'hono/html';
import { badge, byline, list, type ListData, type RecordData } from './records.ts';
import type { Html } from './row.ts';
import { block, count } from './text.ts';

interface Signal extends Omit<RecordData, 'id'> {
  readonly kind: string;
  readonly note: string | null;
}

/** What others said of a fact or a report. */
export interface Signalled {
  readonly signals: {
    readonly confirm: number;
    readonly refute: number;
    readonly stale: number;
    readonly independent_operators: number;
  };
  readonly given: ListData<Signal>;
}

/** In a few words. */
export const summarise = ({ signals: { confirm, refute, stale } }: Pick<Signalled, 'signals'>): string =>
  `${confirm} confirm, ${refute} refute, ${stale} call it stale`;

export const signalsOf = ({ signals, given }: Signalled): Html =>
  html`<section aria-labelledby="signals">
    <h2 id="signals">Signals</h2>
    <p>${summarise({ signals })}: ${count(signals.independent_operators, 'independent operator')}.</p>
    ${list(given.nodes, renderSignal)}
    ${given.pageInfo.hasNextPage ? html`<p>There are more; these are the newest.</p>` : ''}
  </section>`;

const renderSignal = (signal: Signal): Html =>
  html`${badge(signal.kind)} ${byline(signal)} ${signal.note === null ? '' : block(signal.note, { max: 800 })}`;
