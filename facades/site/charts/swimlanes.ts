import { html } from 'hono/html';
import { type Fill, legend } from './column-chart.ts';
import type { WorkEvent } from '../markup/work-event.ts';
import type { Html } from '../markup/html.ts';
import { scrollable } from '../markup/table.ts';
import { roundToTenth } from '../markup/format.ts';

/**
 * The state of a scope after an event of each kind; null means no state. For `claim.expired`, `toSpans` replaces null by the state
 * before the claim. Kinds that are missing here do not change the state.
 */
const STATE_AFTER: Readonly<Record<string, State | null>> = {
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

/** A run of events in which a scope stays in one state: from the index `from` to the index before `to`. */
interface Span {
  readonly from: number;
  readonly to: number;
  readonly state: State;
  readonly actor: string;
}

const WIDTH = 1000;
const MARGIN_LEFT = 110;
const LANE_HEIGHT = 26;
const MARGIN_TOP = 6;

const MAX_LANES = 12;

/**
 * A lane per scope of a work packet that shows its states from event to event. Empty for fewer than two events or more
 * than 12 scopes. The page lists the same events below.
 */
export function renderSwimlanes(scopes: readonly string[], events: readonly WorkEvent[]): Html | string {
  if (events.length < 2 || scopes.length > MAX_LANES) return '';
  const height = MARGIN_TOP + scopes.length * LANE_HEIGHT + 18;
  const step = (WIDTH - MARGIN_LEFT) / events.length;
  const x = (index: number) => roundToTenth(MARGIN_LEFT + index * step);
  const ends = [events[0], events.at(-1)].map((event) => event?.at.slice(0, 16).replace('T', ' ') ?? '');
  return html`<figure>
    <figcaption>States of the scopes</figcaption>
    ${scrollable(
      'Scopes, chart',
      html`<svg
        class="chart medium"
        viewBox="0 0 ${WIDTH} ${height}"
        role="img"
        aria-labelledby="lanes-t lanes-d"
      >
        <title id="lanes-t">States of the scopes</title>
        <desc id="lanes-d">
          ${events.length} events of ${scopes.length} scopes. The list below describes each event.
        </desc>
        ${scopes.map((scope, i) => renderLane(scope, toSpans(scope, events), { y: MARGIN_TOP + i * LANE_HEIGHT, x }))}
        <text x="${MARGIN_LEFT}" y="${height - 4}">${ends[0]}</text>
        <text x="${WIDTH}" y="${height - 4}" text-anchor="end">${ends[1]} UTC</text>
      </svg>`,
    )}
    ${legend(Object.entries(FILLS).map(([name, fill]) => ({ name, fill })))}
  </figure>`;
}

/** The state of a scope after an event, or undefined if the event does not change the state of this scope. */
function stateAfter(event: WorkEvent, scope: string): State | null | undefined {
  // An event without a scope, such as the closing of the packet, ends the state of every scope.
  if (event.scope === null) return null;
  return event.scope === scope ? STATE_AFTER[event.kind] : undefined;
}

function toSpans(scope: string, events: readonly WorkEvent[]): readonly Span[] {
  const spans: Span[] = [];
  let current: Omit<Span, 'to'> | null = null;
  /** The state before the last claim. */
  let claimedFrom = null as Omit<Span, 'to'> | null;
  for (const [i, event] of events.entries()) {
    const state = stateAfter(event, scope);
    if (state === undefined) continue;
    if (current) spans.push({ ...current, to: i });
    if (state === 'claimed') claimedFrom = current;
    if (event.kind === 'claim.expired') current = claimedFrom && { ...claimedFrom, from: i };
    else current = state === null ? null : { from: i, state, actor: event.actor ?? '' };
  }
  return current ? [...spans, { ...current, to: events.length }] : spans;
}

const renderLane = (
  scope: string,
  spans: readonly Span[],
  { y, x }: { readonly y: number; readonly x: (index: number) => number },
): Html =>
  html`<line
      class="lane"
      x1="${MARGIN_LEFT}"
      x2="${WIDTH}"
      y1="${y + LANE_HEIGHT / 2}"
      y2="${y + LANE_HEIGHT / 2}"
    ></line>
    <text class="value" x="${MARGIN_LEFT - 8}" y="${y + LANE_HEIGHT / 2 + 4}" text-anchor="end"
      >${shorten(scope)}</text
    >
    ${spans.map(
      ({ from, to, state, actor }) =>
        html`<rect
          class="${FILLS[state]}"
          x="${x(from)}"
          y="${y + 4}"
          width="${Math.max(2, roundToTenth(x(to) - x(from) - 1))}"
          height="${LANE_HEIGHT - 8}"
          rx="3"
        >
          <title>${scope}: ${state}, ${actor}</title>
        </rect>`,
    )}`;

const MAX_NAME_CHARACTERS = 16;

const shorten = (name: string): string =>
  name.length > MAX_NAME_CHARACTERS ? `${name.slice(0, MAX_NAME_CHARACTERS - 1)}…` : name;
