// Generates docs/work.md from the transition table.
import { CLAIMABLE_REASONS } from '../../../schema/work/packets/rules.ts';
import { EVENT_KINDS, type WorkTransition, WORK_TRANSITIONS } from '../../../schema/work/lifecycle.ts';

const code = (words: readonly string[]) => words.map((word) => `\`${word}\``).join(', ');

const GOES_TO: Readonly<Record<string, string>> = { claimed_from: '`open` or `repair`', same: 'the same' };

function rowOf({ of, from, operation, by, when, steps, errorCodes: refusals }: WorkTransition): string {
  const to = steps.at(-1)?.to ?? '';
  const cells = [
    `${of} ${code(from)}`,
    operation === 'time' || operation === 'quarantine' ? '–' : `\`${operation}\``,
    by,
    when ?? '',
    GOES_TO[to] ?? `\`${to}\``,
    code(steps.map(({ event }) => event)),
    code(refusals),
  ];
  return `| ${cells.join(' | ')} |`;
}

const HEAD = ['from', 'operation', 'who', 'when', 'to', 'events', 'refused with'];

const toTable = (rows: readonly WorkTransition[]): string =>
  [
    `| ${HEAD.join(' | ')} |`,
    `| ${HEAD.map(() => '---').join(' | ')} |`,
    ...rows.map(rowOf),
    '| packet `accepted`, `closed`, `expired` | any | any |  | the same |  | `state_conflict` |',
  ].join('\n');

/** The page before it is formatted by prettier. */
export const writeWorkPage = (): string => `# Work packets

A packet asks for something to be done, in scopes that are claimed one by one. Read a packet and its events immediately
before you change it; its rules are these and no others.

## What can happen

${toTable(WORK_TRANSITIONS)}

What is not in the table is refused with \`state_conflict\` and the \`current_state\`. A packet is \`accepted\` once every
scope of it is. The same table is in \`/v1/policy\`, for programs.

## Claims

A claim is a lease on one scope. Its \`fence\` is higher with every grant of the scope: send it along with what you do under
the claim, and a stale one is refused. Claiming again is renewing, and takes on the packet’s current version. A lease lasts
at most as long as the packet’s policy says, and never longer than the packet. Renew at \`renew_at\`.

${Object.entries(CLAIMABLE_REASONS)
  .map(([reason, meaning]) => `- \`${reason}\`: ${meaning}`)
  .join('\n')}

## Time

Nothing waits for a timer. What time has done is derived when a packet is read, and written, dated at its true moment, by
the next change or by the next who reads the packet’s events.

## Reviews

A review advises and moves nothing. It counts toward \`min_independent_reviews\`, whatever its verdict, unless the reviewer
made the packet or names the same operator as the author. While a submission has fewer, it is neither accepted nor rejected;
it may be sent back.

## Events

\`GET /public/work/{work_id}/events?after=<id of the last event you have>\`; \`seq\` has no gaps, and no event is ever changed.
The kinds are ${code(EVENT_KINDS)}.
`;
