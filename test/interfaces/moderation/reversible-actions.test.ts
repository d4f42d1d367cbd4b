// What hiding, quarantining, locking and their reversals change and record: entries of both logs, versions, counts and times.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import { createOperatorClient, type Operator } from '../../support/board/operator.ts';
import { RECORD_KINDS } from '../../support/hiding/record-kinds.ts';

let board: TestBoard;
let operator: Operator;
let author: TestAgent;
let creator: TestAgent;

beforeAll(async () => {
  board = await openBoard({ LIMIT_CREATOR: '0' });
  operator = createOperatorClient(board);
  [author, creator] = [await board.join('ada'), await board.join('bob')];
});

afterAll(() => board[Symbol.asyncDispose]());

const COUNTS =
  'activeAgents quarantinedAgents hiddenPosts hiddenReports quarantinedFacts hiddenFacts hiddenThreads hiddenInquiries hiddenAnswers hiddenWork hiddenSubmissions hiddenReviews hiddenSignals lockedThreads';

const HIDDEN_LISTS =
  'hiddenThreads hiddenInquiries hiddenAnswers hiddenWork hiddenSubmissions hiddenReviews hiddenSignals';

async function readCounts(): Promise<Readonly<Record<string, number>>> {
  const { body } = await operator.graphql(`{ console { withheld { ${COUNTS} } } }`);
  return body.data.console.withheld;
}

/** The counts that differ from those before, and their differences. */
const differencesOf = (before: Readonly<Record<string, number>>, after: Readonly<Record<string, number>>) =>
  Object.fromEntries(
    Object.entries(after)
      .map(([name, count]) => [name, count - (before[name] ?? 0)] as const)
      .filter(([, difference]) => difference !== 0),
  );

const listHidden = async (): Promise<Readonly<Record<string, { nodes: { id: string }[] }>>> => {
  const lists = HIDDEN_LISTS.split(' ').map((name) => `${name} { nodes { id } }`);
  const posts = 'posts(filter: { hidden: true }) { nodes { id } }';
  const reports = 'reports(filter: { hidden: true }) { nodes { id } }';
  return (await operator.graphql(`{ console { ${lists.join(' ')} ${posts} ${reports} } }`)).body.data.console;
};

const ENTRY = 'action targetType targetId reason createdAt';

/** The entries of both logs for the target, newest first. */
async function readLogs(id: string) {
  const { body } = await operator.graphql(`{
    console { audit(filter: { targetIds: ["${id}"] }) { nodes { ${ENTRY} type note changes operator via } } }
    modlog(first: 5) { nodes { type ${ENTRY} target { id } } }
  }`);
  const { console, modlog } = body.data;
  return {
    audit: console.audit.nodes,
    modlog: modlog.nodes.filter(({ targetId }: { targetId: string | null }) => targetId === id),
  };
}

const versionOf = async (id: string): Promise<number> =>
  (await operator.graphql(`{ node(id: "${id}") { ... on Record { version } ... on Agent { version } } }`))
    .body.data.node.version;

const lastChangeOf = async (thread: string) =>
  Date.parse((await board.call(`GET /public/threads/${thread}`)).headers.get('Last-Modified') ?? '');

/** The entries of both logs after an action and its reversal at the given times, newest first. */
const toExpectedLogs = (
  [hide, unhide]: readonly [string, string],
  type: string,
  id: string,
  times: string[],
) => {
  const entry = (verb: string, reason: string, createdAt: string | undefined) => ({
    ...{ action: `${verb}_${type}`, targetType: type, targetId: id, reason, createdAt },
  });
  const entries = [entry(unhide, 'other', times[1]), entry(hide, 'leak', times[0])];
  const members = { type: 'audit_entry', changes: null, operator: 'environment', via: 'console' };
  return {
    audit: entries.map((each, i) => ({ ...each, ...members, note: ['It is back', 'It leaks'][i] })),
    modlog: entries.map((each) => ({ ...each, type: 'moderation', target: { id } })),
  };
};

/** How much higher the counts are while a record of the kind is hidden. The records below it are hidden, too. */
const HIDDEN_COUNTS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  thread: { hiddenThreads: 1, hiddenPosts: 1, hiddenReports: 1 },
  ...{ post: { hiddenPosts: 1 }, 'post whose first line A2A took as the subject': { hiddenPosts: 1 } },
  inquiry: { hiddenInquiries: 1, hiddenAnswers: 1 },
  answer: { hiddenAnswers: 1 },
  fact: { hiddenFacts: 1, hiddenSignals: 1 },
  'fact (by quarantine)': { quarantinedFacts: 1 },
  report: { hiddenReports: 1, hiddenPosts: 1, hiddenSignals: 1 },
  'report in another agent’s thread': { hiddenReports: 1 },
  work: { hiddenWork: 1, hiddenSubmissions: 1, hiddenReviews: 1 },
  submission: { hiddenSubmissions: 1, hiddenReviews: 1 },
  review: { hiddenReviews: 1 },
  signal: { hiddenSignals: 1 },
  'signal on a report': { hiddenSignals: 1 },
};

describe('hiding and unhiding', () => {
  test.each(Object.entries(RECORD_KINDS))(
    'a record (%s) are each logged once, and change the counts, the version (not of a packet) and the last change of its thread',
    async (kind, { collection, actions = ['hide', 'unhide'], create: createRecord }) => {
      const { id, thread } = await createRecord({ author, creator }, 'kumquat');
      const [version, before] = [await versionOf(id), await readCounts()];
      const act = async (action: string, body: object) => {
        board.clock.advance({ seconds: 10 });
        const now = board.clock.now();
        const { status } = await operator.moderate(collection, id, action, body);
        board.clock.advance({ seconds: 10 });
        const again = await operator.moderate(collection, id, action, { ...body, note: 'Again' });
        expect([status, again.status]).toEqual([200, 200]);
        return now;
      };

      const hidden = await act(actions[0], { reason: 'leak', note: 'It leaks' });
      const [counts, hiddenVersion] = [await readCounts(), await versionOf(id)];
      const lists = Object.values(await listHidden()).flatMap(({ nodes }) => nodes.map((node) => node.id));
      const unhidden = await act(actions[1], { note: 'It is back' });

      // Agents send the version of a packet with their writes, so hiding does not change the version.
      const step = kind === 'work' ? 0 : 1;
      expect([hiddenVersion, await versionOf(id)]).toEqual([version + step, version + 2 * step]);
      expect(differencesOf(before, counts)).toEqual(HIDDEN_COUNTS[kind]);
      expect(await readCounts()).toEqual(before);
      expect(lists.filter((each) => each === id)).toHaveLength(kind.startsWith('fact') ? 0 : 1);
      const [type = ''] = kind.split(' ');
      const times = [hidden, unhidden].map((time) => time.toISOString());
      expect(await readLogs(id)).toEqual(toExpectedLogs(actions, type, id, times));
      if (thread && ['thread', 'post', 'report'].includes(type))
        expect(await lastChangeOf(thread)).toBe(Math.floor(unhidden.getTime() / 1000) * 1000);
    },
  );
});

test.each([
  ['thread', ['lock', 'hide'], { lockedThreads: 1, hiddenThreads: 1, hiddenPosts: 1, hiddenReports: 1 }],
  ['fact', ['quarantine', 'hide'], { quarantinedFacts: 1, hiddenFacts: 1, hiddenSignals: 1 }],
] as const)('a %s after %j is in the counts of both actions', async (kind, actions, counts) => {
  const { collection, create: createRecord } = RECORD_KINDS[kind]!;
  const { id } = await createRecord({ author, creator }, 'mango');
  const before = await readCounts();

  for (const action of actions) await operator.moderate(collection, id, action);

  expect(differencesOf(before, await readCounts())).toEqual(counts);
});

test.each([
  [['quarantine', 'activate'], 'agents', 'agent', { activeAgents: -1, quarantinedAgents: 1 }],
  [['lock', 'unlock'], 'threads', 'thread', { lockedThreads: 1 }],
] as const)(
  'the actions %j are each logged once, and change the counts and the version',
  async (actions, collection, type, counts) => {
    const cy = await board.join(`cy-${type}`);
    const id = type === 'agent' ? cy.id : (await cy.openThread()).thread_id;
    const [version, before] = [await versionOf(id), await readCounts()];
    board.clock.advance({ seconds: 10 });
    const now = board.clock.now().toISOString();

    await operator.moderate(collection, id, actions[0], { reason: 'leak', note: 'It leaks' });
    await operator.moderate(collection, id, actions[0]);
    const after = await readCounts();
    const changed = await versionOf(id);
    board.clock.advance({ seconds: 10 });
    const end = board.clock.now().toISOString();
    await operator.moderate(collection, id, actions[1], { note: 'It is back' });
    await operator.moderate(collection, id, actions[1]);

    expect(differencesOf(before, after)).toEqual(counts);
    expect(await readCounts()).toEqual(before);
    expect([changed, await versionOf(id)]).toEqual([version + 1, version + 2]);
    expect(await readLogs(id)).toEqual(toExpectedLogs(actions, type, id, [now, end]));
  },
);
