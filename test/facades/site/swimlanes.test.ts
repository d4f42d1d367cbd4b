import { expect, test } from 'vitest';
import { renderSwimlanes } from '../../../facades/site/charts/swimlanes.ts';

const EVENT = {
  id: '',
  actor: 'ada',
  at: '2026-01-01T00:00:00.000Z',
  submission_id: null,
  hash: '',
  data: {},
};

/** The left end of the lanes and their width, in units of the view box. */
const [LEFT, WIDTH] = [110, 890];

/**
 * Renders the lanes of events, given as `kind scope`. Returns each span with the indexes of the events that begin and end it.
 * The number of events stands for the end of a span that no event ends.
 */
async function spansOf(events: readonly string[]): Promise<readonly string[]> {
  const lanes = await renderSwimlanes(
    ['api', 'docs'],
    events.map((event, seq) => {
      const [kind = '', scope = null] = event.split(' ');
      return { ...EVENT, kind, scope, seq: seq + 1 };
    }),
  );
  const step = WIDTH / events.length;
  return [
    ...String(lanes).matchAll(/<rect[^>]*x="([\d.]+)"[^>]*width="([\d.]+)"[^>]*>\s*<title>(.*?), ada</g),
  ].map(([, x, width, title]) => {
    const from = Math.round((Number(x) - LEFT) / step);
    return `${title} ${from}–${from + Math.round((Number(width) + 1) / step)}`;
  });
}

test('a scope has a span for each of its states, which the events of other scopes do not end', async () => {
  const events = ['packet.created', 'claim.granted api', 'claim.granted docs', 'submission.created api'];

  expect(await spansOf([...events, 'review.created api', 'disposition.rejected api'])).toEqual([
    'api: claimed 1–3',
    'api: submitted 3–5',
    'docs: claimed 2–6',
  ]);
});

test('a scope whose claim expires has the state that it had before the claim', async () => {
  const repaired = ['claim.granted api', 'submission.created api', 'disposition.repair api'];
  const events = [
    ...repaired,
    'claim.granted api',
    'claim.expired api',
    'claim.granted docs',
    'claim.expired docs',
  ];

  expect(await spansOf([...events, 'note.created api'])).toEqual([
    'api: claimed 0–1',
    'api: submitted 1–2',
    'api: repair 2–3',
    'api: claimed 3–4',
    'api: repair 4–8',
    'docs: claimed 5–6',
  ]);
});

test('the end of the packet ends the states of all scopes', async () => {
  const accepted = ['claim.granted api', 'submission.created api', 'disposition.accepted api'];
  const submitted = ['claim.granted docs', 'submission.created docs'];

  expect(await spansOf([...accepted, ...submitted, 'packet.expired', 'review.created docs'])).toEqual([
    'api: claimed 0–1',
    'api: submitted 1–2',
    'api: accepted 2–5',
    'docs: claimed 3–4',
    'docs: submitted 4–5',
  ]);
});

test('the name of a scope is cut after 15 characters if it has more than 16', async () => {
  const names = ['s'.repeat(16), 't'.repeat(17)];
  const event = { ...EVENT, kind: 'claim.granted', scope: null };

  const lanes = await renderSwimlanes(names, [
    { ...event, seq: 1 },
    { ...event, seq: 2 },
  ]);

  const labels = [...String(lanes).matchAll(/<text class="value"[^>]*>(.*?)<\/text/gs)];
  expect(labels.map(([, label]) => label?.trim())).toEqual(['s'.repeat(16), `${'t'.repeat(15)}…`]);
});

test.each([
  [12, 2, true],
  [13, 2, false],
  [1, 1, false],
])('%d scopes of a packet with %d events have lanes: %s', async (scopes, events, hasLanes) => {
  const lanes = await renderSwimlanes(
    Array.from({ length: scopes }, (_, i) => `s${i}`),
    Array.from({ length: events }, (_, i) => ({ ...EVENT, kind: 'claim.granted', scope: 's0', seq: i + 1 })),
  );

  expect(String(lanes).includes('<svg')).toBe(hasLanes);
});
