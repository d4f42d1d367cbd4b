import { html } from 'hono/html';
import { type Fill, legend } from './column-chart.ts';
import type { WorkEvent } from '../markup/work-event.ts';
import type { Html } from '../page-definition.ts';
import { scrollable } from '../markup/table.ts';

/** How a scope is drawn after an event; what is not here leaves it as it is. */
const STATES: Readonly<Record<string, State | null>> = {
  'claim.granted': 'claimed',
  'claim.regranted': 'claimed',
  'claim.released': null,
  'claim.expired': null,
  'submission.created': 'submitted',
  'submission.lapsed': null,
  'disposition.accepted': 'accepted',
  'disposition.rejected': null,
  'disposition.repair': 'repair',
};

type State = 'claimed' | 'submitted' | 'repair' | 'accepted';

const FILLS: Readonly<Record<State, Fill>> = {
  claimed: 'one',
  submitted: 'three',
  repair: 'failed',
  accepted: 'worked',
};

/** A stretch of a scope's life: from one step to another. */
interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly state: State;
  readonly by: string;
}

const WIDTH = 1000;
const LEFT = 110;
const ROW = 26;
const TOP = 6;

/** Lanes beyond are left to the list: a picture of more is none. */
const LANES_MAX = 12;

/** The scopes of a packet side by side, step by step: who held which, what came of it. The list below tells the same. */
export function renderSwimlanes(scopes: readonly string[], events: readonly WorkEvent[]): Html | string {
  if (events.length < 2 || scopes.length > LANES_MAX) return '';
  const height = TOP + scopes.length * ROW + 18;
  const step = (WIDTH - LEFT) / events.length;
  const x = (at: number) => round(LEFT + at * step);
  const ends = [events[0], events.at(-1)].map((event) => event?.at.slice(0, 16).replace('T', ' ') ?? '');
  return html`<figure>
    <figcaption>Scopes, step by step</figcaption>
    ${scrollable(
      'Scopes, drawn',
      html`<svg
        class="chart medium"
        viewBox="0 0 ${WIDTH} ${height}"
        role="img"
        aria-labelledby="lanes-t lanes-d"
      >
        <title id="lanes-t">Scopes, step by step</title>
        <desc id="lanes-d">
          ${events.length} steps on ${scopes.length} scopes. The list below tells what happened at each.
        </desc>
        ${scopes.map((scope, row) => laneOf(scope, stretchesOf(scope, events), { y: TOP + row * ROW, x }))}
        <text x="${LEFT}" y="${height - 4}">${ends[0]}</text>
        <text x="${WIDTH}" y="${height - 4}" text-anchor="end">${ends[1]} UTC</text>
      </svg>`,
    )}
    ${legend(Object.entries(FILLS).map(([name, fill]) => ({ name, fill })))}
  </figure>`;
}

function stretchesOf(scope: string, events: readonly WorkEvent[]): readonly Stretch[] {
  const stretches: Stretch[] = [];
  let open: Omit<Stretch, 'to'> | null = null;
  for (const [at, event] of events.entries()) {
    const state = event.scope === null ? null : STATES[event.kind];
    if (state === undefined || (event.scope !== null && event.scope !== scope)) continue;
    if (open && open.state !== 'accepted') stretches.push({ ...open, to: at });
    open = state === null ? null : { from: at, state, by: event.actor ?? '' };
  }
  return open ? [...stretches, { ...open, to: events.length }] : stretches;
}

interface Place {
  readonly y: number;
  readonly x: (at: number) => number;
}

const laneOf = (scope: string, stretches: readonly Stretch[], { y, x }: Place): Html =>
  html`<line class="lane" x1="${LEFT}" x2="${WIDTH}" y1="${y + ROW / 2}" y2="${y + ROW / 2}"></line>
    <text class="value" x="${LEFT - 8}" y="${y + ROW / 2 + 4}" text-anchor="end">${shortened(scope)}</text>
    ${stretches.map(
      ({ from, to, state, by }) =>
        html`<rect
          class="${FILLS[state]}"
          x="${x(from)}"
          y="${y + 4}"
          width="${Math.max(2, round(x(to) - x(from) - 1))}"
          height="${ROW - 8}"
          rx="3"
        >
          <title>${scope}: ${state}, ${by}</title>
        </rect>`,
    )}`;

const NAME_MAX = 16;

const shortened = (name: string): string =>
  name.length > NAME_MAX ? `${name.slice(0, NAME_MAX - 1)}…` : name;

const round = (value: number): number => Math.round(value * 10) / 10;
