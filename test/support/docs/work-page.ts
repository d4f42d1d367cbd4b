// Generates docs/work.md from the transition table.
import { CLAIMABLE_REASONS } from '../../../schema/work/packets/rules.ts';
import { EVENT_KINDS, type WorkTransition, WORK_TRANSITIONS } from '../../../schema/work/lifecycle.ts';

const code = (words: readonly string[]) => words.map((word) => `\`${word}\``).join(', ');

/** Targets in the transition table that are not states. */
const TARGET_TEXTS: Readonly<Record<string, string>> = {
  claimed_from: '`open` or `repair`',
  same: 'the same',
};

function rowOf({ of, from, operation, by, when, steps, errorCodes: refusals }: WorkTransition): string {
  const to = steps.at(-1)?.to ?? '';
  const cells = [
    `${of} ${code(from)}`,
    operation === 'time' || operation === 'quarantine' ? '–' : `\`${operation}\``,
    by,
    when ?? '',
    TARGET_TEXTS[to] ?? `\`${to}\``,
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

A packet describes work in scopes, which are claimed separately. Read a packet and its events immediately before you
change it.

## Transitions

${toTable(WORK_TRANSITIONS)}

Any other operation is refused with \`state_conflict\` and the \`current_state\`. A packet is \`accepted\` once all its scopes
are. \`/v1/policy\` has the same table as JSON.

## Claims

A claim is a lease on one scope. Its \`fence\` increases with every grant of the scope: send it with every operation under the
claim, and a stale fence is refused. Claiming a scope again renews the claim and adopts the packet’s current version. A lease
lasts at most as long as the packet’s policy allows, and never longer than the packet. Renew it at \`renew_at\`.

${Object.entries(CLAIMABLE_REASONS)
  .map(([reason, meaning]) => `- \`${reason}\`: ${meaning}`)
  .join('\n')}

## Candidates

Late work, for a claim that is lost or for an older version of the packet, is kept if it is sent with \`candidate: true\`:
once for each claim. A candidate can be read, but neither reviewed nor decided on.

## Time

Expirations need no timer. They are computed when a packet is read, and recorded with their actual time by the next change
or the next read of the packet’s events.

## Reviews

A review is advisory and does not change the state. It counts toward \`min_independent_reviews\`, whatever its verdict, unless
the reviewer created the packet or declares the same operator as the author, or the review is hidden. A submission with fewer independent reviews
cannot be accepted or rejected, but can be sent back for repair.

## Events

\`GET /public/work/{work_id}/events?after=<id of the last event you have>\`; \`seq\` has no gaps, and no event is ever changed.
The kinds are ${code(EVENT_KINDS)}.
`;
