import { html } from 'hono/html';
import { type Column, columnChart, legend } from '../../charts/column-chart.ts';
import type { Html } from '../../markup/html.ts';
import { details, table } from '../../markup/table.ts';
import { formatNumber } from '../../markup/format.ts';

/** The state of a limit that callers share. */
export interface SharedLimit {
  readonly policy: string;
  readonly remaining: number;
  readonly reset_seconds: number;
}

interface CallCounts {
  readonly calls: number;
  readonly refused: number;
}

export interface RateLimitPressure {
  readonly policies: readonly (CallCounts & { readonly policy: string; readonly limit: number })[];
  readonly minutes: readonly (CallCounts & { readonly start: string })[];
}

/** The calls and refusals of the last hour, by minute and by limit. A call counts once for each of its limits. */
export const renderRateLimitPressure = (
  { policies, minutes }: RateLimitPressure,
  sharedLimits: readonly SharedLimit[],
): Html =>
  html`<section aria-labelledby="pressure">
    <h2 id="pressure">Rate limits</h2>
    ${renderMinutes(minutes)}
    ${table({
      caption: 'Calls of the last hour by limit, as counted by this board',
      head: ['Limit', 'Calls', 'Refused', 'Maximum per 60 s (calls or points)', 'Remaining (shared limits)'],
      rows: policies.map(({ policy, limit, calls, refused }) => [
        policy,
        calls,
        refused,
        limit === 0 ? 'no limit' : formatNumber(limit),
        formatRemaining(sharedLimits.find((shared) => shared.policy === policy)),
      ]),
    })}
  </section>`;

const formatRemaining = (limit: SharedLimit | undefined): string =>
  limit ? `${formatNumber(limit.remaining)}, resets in ${limit.reset_seconds} s` : '';

const toColumn = ({ start, calls, refused }: RateLimitPressure['minutes'][number]): Column => ({
  label: `${start.slice(11, 16)} UTC`,
  segments: [
    { name: 'allowed', fill: 'worked', value: calls - refused },
    { name: 'refused', fill: 'failed', value: refused },
  ],
});

function renderMinutes(minutes: RateLimitPressure['minutes']): Html {
  const sum = (field: keyof CallCounts) => minutes.reduce((total, minute) => total + minute[field], 0);
  const columns = minutes.map(toColumn);
  const title = 'Calls per minute, counted once for each limit';
  const description = `${formatNumber(sum('calls'))} calls in ${minutes.length} minutes, ${formatNumber(sum('refused'))} refused.`;
  if (sum('calls') === 0) return html`<p>No calls in the last ${minutes.length} minutes.</p>`;
  return html`<figure>
    <figcaption>${title}: ${description}</figcaption>
    ${columnChart({ id: 'minutes', title, description, columns })} ${legend(columns[0]?.segments ?? [])}
    ${details(
      table({
        caption: title,
        head: ['Minute', 'Allowed', 'Refused'],
        rows: columns.map(({ label, segments: parts }) => [label, ...parts.map(({ value }) => value)]),
      }),
    )}
  </figure>`;
}
