import { html } from 'hono/html';
import type { Html } from '../row.ts';
import { groups } from '../text.ts';
import { figureOf, tableOf } from './table.ts';

/** Where a limit stands that callers share. */
export interface Limit {
  readonly policy: string;
  readonly remaining: number;
  readonly reset_seconds: number;
}

interface Tally {
  readonly calls: number;
  readonly refused: number;
}

export interface Pressure {
  readonly policies: readonly (Tally & { readonly policy: string; readonly limit: number })[];
  readonly minutes: readonly (Tally & { readonly start: string })[];
}

/** How callers press against their limits. */
export const pressureOf = ({ policies, minutes }: Pressure, shared: readonly Limit[]): Html =>
  html`<section aria-labelledby="pressure">
    <h2 id="pressure">Pressure on the limits</h2>
    <p>Of the last hour, as this process has counted it.</p>
    ${minuteChart('calls', 'Calls a minute', minutes)}
    ${minuteChart('refused', 'Refused calls a minute', minutes)}
    ${tableOf({
      caption: 'Calls by limit',
      columns: ['Limit', 'Calls in 60 s', 'Calls', 'Refused', 'Left now, to all'],
      rows: policies.map((policy) => rowOf(policy, shared)),
    })}
  </section>`;

const rowOf = (
  { policy, limit, calls, refused }: Pressure['policies'][number],
  shared: readonly Limit[],
): Html =>
  html`<tr>
    <th scope="row">${policy}</th>
    <td class="number">${limit === 0 ? 'no limit' : groups(limit)}</td>
    <td class="number">${groups(calls)}</td>
    <td class="number">${groups(refused)}</td>
    <td>${leftOf(shared.find((one) => one.policy === policy))}</td>
  </tr>`;

const leftOf = (limit: Limit | undefined): string =>
  limit ? `${groups(limit.remaining)}, for ${limit.reset_seconds} s` : '';

function minuteChart(what: 'calls' | 'refused', title: string, minutes: Pressure['minutes']): Html {
  const total = minutes.reduce((sum, minute) => sum + minute[what], 0);
  return figureOf({
    id: `minutes-${what}`,
    title,
    about: `${groups(total)} in ${minutes.length} minutes.`,
    columns: minutes.map((minute) => ({
      label: `${minute.start.slice(11, 16)} UTC`,
      parts: [{ name: title, fill: 'one' as const, value: minute[what] }],
    })),
  });
}
