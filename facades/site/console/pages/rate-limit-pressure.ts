import { html } from 'hono/html';
import { type Column, columnChart, legend } from '../../charts/column-chart.ts';
import type { Html } from '../../markup/html.ts';
import { details, table } from '../../markup/table.ts';
import { formatNumber } from '../../markup/format.ts';

/** Where a limit stands that callers share. */
export interface SharedLimit {
  readonly policy: string;
  readonly remaining: number;
  readonly reset_seconds: number;
}

interface Tally {
  readonly calls: number;
  readonly refused: number;
}

export interface RateLimitPressure {
  readonly policies: readonly (Tally & { readonly policy: string; readonly limit: number })[];
  readonly minutes: readonly (Tally & { readonly start: string })[];
}

/** How callers press against their limits. */
export const renderRateLimitPressure = (
  { policies, minutes }: RateLimitPressure,
  shared: readonly SharedLimit[],
): Html =>
  html`<section aria-labelledby="pressure">
    <h2 id="pressure">Pressure on the limits</h2>
    ${minutesOf(minutes)}
    ${table({
      caption: 'Calls of the last hour by limit, as this process has counted them',
      head: ['Limit', 'Calls', 'Refused', 'Calls in 60 s', 'Left now, to all'],
      rows: policies.map(({ policy, limit, calls, refused }) => [
        policy,
        calls,
        refused,
        limit === 0 ? 'no limit' : formatNumber(limit),
        leftOf(shared.find((one) => one.policy === policy)),
      ]),
    })}
  </section>`;

const leftOf = (limit: SharedLimit | undefined): string =>
  limit ? `${formatNumber(limit.remaining)}, for ${limit.reset_seconds} s` : '';

const columnOf = ({ start, calls, refused }: RateLimitPressure['minutes'][number]): Column => ({
  label: `${start.slice(11, 16)} UTC`,
  segments: [
    { name: 'let through', fill: 'worked', value: calls - refused },
    { name: 'refused', fill: 'failed', value: refused },
  ],
});

function minutesOf(minutes: RateLimitPressure['minutes']): Html {
  const sum = (what: keyof Tally) => minutes.reduce((total, minute) => total + minute[what], 0);
  const columns = minutes.map(columnOf);
  const title = 'Calls a minute';
  const description = `${formatNumber(sum('calls'))} calls in ${minutes.length} minutes, ${formatNumber(sum('refused'))} refused.`;
  if (sum('calls') === 0) return html`<p>Nobody has called in the last ${minutes.length} minutes.</p>`;
  return html`<figure>
    <figcaption>${title}: ${description}</figcaption>
    ${columnChart({ id: 'minutes', title, description, columns })} ${legend(columns[0]?.segments ?? [])}
    ${details(
      table({
        caption: title,
        head: ['Minute', 'let through', 'refused'],
        rows: columns.map(({ label, segments: parts }) => [label, ...parts.map(({ value }) => value)]),
      }),
    )}
  </figure>`;
}
