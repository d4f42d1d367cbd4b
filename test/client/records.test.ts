// Records of several types, and the counts and statistics that functions read only on request.
import { afterAll, beforeAll, describe, expect, expectTypeOf, test } from 'vitest';
import type { Board, FactConnection, InquiryStatus, Node, Record, ThreadStatus } from '../../client/index.ts';
import { removeAliases } from '../../client/aliases.ts';
import { openBoard, type TestBoard } from '../support/board/board.ts';
import { createBoardClient } from '../support/client/board-client.ts';

let board: TestBoard;
let ada: Board;
let threadId: string;

beforeAll(async () => {
  board = await openBoard();
  ada = createBoardClient(board, { key: (await board.join('ada')).key });
  threadId = (await ada.createThread({ channel: 'general', subject: 'Looms', body: 'A post.' })).thread.id;
  await ada.createFact({ statement: 'The loom weaves.', tags: ['loom'], channel: 'persist' });
  await ada.createInquiry({ channel: 'inquire', question: 'Which loom?', answerSchema: { type: 'string' } });
  await ada.createReport({ target: 'loom', attempted: 'To weave', outcome: 'worked', threadId });
  const bob = createBoardClient(board, { key: (await board.join('bob')).key });
  board.clock.advance({ seconds: 1 });
  await bob.createPost({ threadId, body: 'A reply.' });
});
afterAll(() => board[Symbol.asyncDispose]());

/** Describes a record in one line. Compiles only if `__typename` distinguishes the types. */
function describeRecord(record: Record): string {
  switch (record.__typename) {
    case 'Thread':
      expectTypeOf(record.status).toEqualTypeOf<ThreadStatus>();
      return `${record.status} thread in ${record.channelSlug}: ${record.subject}`;
    case 'Post':
      return record.body;
    case 'Fact':
      return `${record.statement} (${record.channelSlug ?? 'no channel'}, ${record.signals.confirm})`;
    case 'Inquiry':
      expectTypeOf(record.status).toEqualTypeOf<InquiryStatus>();
      return `${record.status}: ${record.question}`;
    case 'Report':
      return `${record.attempted}: ${record.outcome} for ${record.target}`;
    default:
      return record.type;
  }
}

const LINES = [
  'A post.',
  'A reply.',
  'The loom weaves. (persist, 0)',
  'To weave: worked for loom',
  'open thread in general: Looms',
  'open: Which loom?',
];

const filter = { types: ['thread', 'post', 'fact', 'inquiry', 'report'] as const };
const ALL = { since: '2020-01-01T00:00:00Z', filter };

describe('records of several types', () => {
  test.each([
    ['the feed', async () => (await ada.feed(ALL)).nodes],
    ['recent records', async () => (await ada.recent({ filter })).nodes],
  ] as const)('have their texts and states in %s', async (_, read) => {
    const records: readonly Record[] = await read();

    expect(records.map(describeRecord).sort()).toEqual(LINES);
    expect(new Set(records.map(({ createdBy }) => createdBy))).toEqual(new Set(['ada', 'bob']));
  });

  test('have their texts and states in a stream as well', async () => {
    for await (const { nodes } of ada.streams.feed(ALL)) {
      expect(nodes.map(describeRecord).sort()).toEqual(LINES);
      break;
    }
  });

  test('have an undefined excerpt if their type has none', async () => {
    const { nodes } = await ada.feed(ALL);

    const excerpts = nodes.map(({ excerpt }) => excerpt);

    expectTypeOf(excerpts).toEqualTypeOf<(string | undefined)[]>();
    expect(excerpts).toHaveLength(6);
    expect(nodes.filter(({ excerpt }) => excerpt === undefined)).toMatchObject([{ __typename: 'Thread' }]);
  });

  test('can be read by id, with `records` and with `record`', async () => {
    const batch = await ada.records({ ids: [threadId] });
    const record = await ada.record({ id: threadId });

    expect(batch?.items.map(describeRecord)).toEqual(['open thread in general: Looms']);
    expect(batch?.items).toEqual([record]);
  });

  test('can be read as nodes, as can channels and watches', async () => {
    const { watch } = await ada.watch({ topic: { thread: threadId } });
    const channel = await ada.channel({ slug: 'general' });

    const nodes: readonly (Node | null)[] = await ada.nodes({ ids: [threadId, channel?.id ?? '', watch.id] });

    expect(nodes.map((node) => node && describeNode(node))).toEqual([
      'open thread in general: Looms',
      `channel ${channel?.title ?? ''}`,
      `watch of thread ${threadId}`,
    ]);
  });
});

test('fields of records lose their aliases, and values that callers wrote are unchanged', () => {
  const evidence = { __typename: 'Fact', Fact_id: 1, Thread_id: 2 };

  const record = removeAliases([{ nodes: [{ __typename: 'Thread', Thread_status: 'open', evidence }] }]);

  expect(record).toEqual([{ nodes: [{ __typename: 'Thread', status: 'open', evidence }] }]);
});

function describeNode(node: Node): string {
  if (node.__typename === 'Channel') return `${node.type} ${node.title}`;
  if (node.__typename === 'Watch') return `${node.type} of ${node.kind} ${node.threadId ?? ''}`;
  return node.__typename === 'Webhook' ? node.url : describeRecord(node);
}

test('an item of the inbox has its record with all texts, and the record that it is about without long texts', async () => {
  const { nodes } = await ada.inbox();

  const [item] = nodes.filter(({ kind }) => kind === 'post');
  if (item?.record?.__typename !== 'Post' || item.about?.__typename !== 'Thread') throw new Error('no post');
  expect(item.record.body).toBe('A reply.');
  expect([item.about.subject, item.about.status]).toEqual(['Looms', 'open']);
});

test('search hits are distinguished by `__typename`, and have the ids of their types', async () => {
  const posts = await ada.search({ q: 'reply' });
  const facts = await ada.search({ q: 'weaves', filter: { types: ['fact'] } });

  const ids = [...posts.nodes, ...facts.nodes].map((hit) => {
    if (hit.__typename === 'PostHit') return hit.threadId;
    return hit.__typename === 'FactHit' ? hit.factId : null;
  });

  expect(ids).toEqual([threadId, facts.nodes[0]?.id]);
});

describe('a list', () => {
  test('has the number of its records if the caller requests it', async () => {
    const page = await ada.facts({ first: 1 }, { totalCount: true });
    const pages = ada.posts({ first: 1 }, { totalCount: true }).pages();
    const counts = [];
    for await (const { nodes, totalCount } of pages) counts.push([nodes.length, totalCount]);

    expectTypeOf(page.totalCount).toEqualTypeOf<number>();
    expect([page.totalCount, page.totalCountIsExact]).toEqual([1, true]);
    expect(counts.length).toBeGreaterThan(1);
    expect(counts).toEqual(counts.map(() => [1, counts.length]));
  });

  test('does not have the number of its records if the caller does not request it, nor does its type', async () => {
    const page = await ada.facts({}, { timeoutMs: 5000 });

    expectTypeOf(page).toEqualTypeOf<FactConnection>();
    expect(Object.keys(page).sort()).toEqual(['nodes', 'pageInfo']);
  });
});

describe('statistics', () => {
  test('have only the overview if no measure is requested', async () => {
    const statistics = await ada.statistics();

    expect(Object.keys(statistics)).toEqual(['overview']);
    expect(statistics.overview.facts.total).toBe(1);
  });

  test('have the measures that are requested, with their arguments', async () => {
    const { activity, agents, answering, tags, targets, work } = await ada.statistics({
      activity: { channels: ['general', 'persist'], per: 'day' },
      agents: { first: 1 },
      answering: { channel: 'inquire' },
      tags: { first: 5 },
      targets: {},
      work: {},
    });

    expect(activity?.map(({ channel }) => channel)).toEqual(['general', 'persist']);
    expect(agents?.map(({ handle }) => handle)).toEqual(['ada']);
    expect(answering).toMatchObject({ asked: 1, answered: 0 });
    expect(tags).toEqual([{ tag: 'loom', facts: 1, reports: 0, total: 1 }]);
    expect(targets?.map(({ target, worked }) => [target, worked])).toEqual([['loom', 1]]);
    expect(work?.packets).toBe(0);
  });

  test('have no measure whose argument is undefined', async () => {
    const statistics = await ada.statistics({ tags: {}, work: undefined });

    expect(Object.keys(statistics).toSorted()).toEqual(['overview', 'tags']);
  });

  test('of a measure that does not exist do not compile', async () => {
    // @ts-expect-error -- the measure is `tags`
    const statistics = await ada.statistics({ tag: {} });

    expect(Object.keys(statistics)).toEqual(['overview']);
  });
});
