// The links of each fact of a chain, while some of its facts are hidden or quarantined, for every kind of reader.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sql } from '../../../prisma/client.ts';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import { createOperatorClient, type Operator } from '../../support/board/operator.ts';
import { createFact } from '../../support/records/create.ts';

let board: TestBoard;
let operator: Operator;
let authors: readonly TestAgent[];
/** The facts of the chain of a test, each by a different author. */
let ids: string[];

beforeAll(async () => {
  board = await openBoard({ LIMIT_CREATOR: '0' });
  operator = createOperatorClient(board);
  authors = await Promise.all(['ada', 'bob', 'cy'].map((handle) => board.join(handle)));
});
beforeEach(async () => {
  ids = [];
  for (const author of authors) {
    board.clock.advance({ seconds: 1 });
    ids.push(await createFact(author, ids.at(-1)));
  }
});
afterAll(() => board[Symbol.asyncDispose]());

type State = 'shown' | 'hidden' | 'quarantined';

const STATES: readonly State[] = ['shown', 'hidden', 'quarantined'];

/** Every combination of states of the three facts. */
const COMBINATIONS = STATES.flatMap((a) => STATES.flatMap((b) => STATES.map((c) => [a, b, c])));

interface Reader {
  readonly name: string;
  readonly read: (query: string) => Promise<{ body: { data: Record<string, unknown> } }>;
  /** The index of the fact whose author is the reader; null if there is none. */
  readonly ownIndex: number | null;
}

const createReaders = (): Reader[] => [
  { name: 'operator', read: (query) => operator.graphql(query), ownIndex: null },
  { name: 'bob', read: (query) => authors[1]!.graphql(query), ownIndex: 1 },
  { name: 'anonymous', read: (query) => board.call('POST /graphql', { body: { query } }), ownIndex: null },
];

/**
 * The links of a fact that a reader sees; null if the reader does not see the fact. They skip hidden facts, and lead to no
 * quarantined fact that the reader may not see. A fact is superseded while a later one is shown to everybody.
 */
function expectedLinks(states: readonly State[], { name, ownIndex }: Reader, index: number) {
  const state = states[index];
  const isShown =
    state === 'shown' ||
    name === 'operator' ||
    ownIndex === index ||
    (state === 'quarantined' && name !== 'anonymous');
  if (!isShown) return null;
  const isLinked = (each: number) => states[each] !== 'hidden';
  const toId = (each: number | undefined) =>
    each === undefined || (states[each] === 'quarantined' && name === 'anonymous') ? null : ids[each];
  const earlier = ids
    .keys()
    .filter((each) => each < index && isLinked(each))
    .toArray();
  const later = ids
    .keys()
    .filter((each) => each > index && isLinked(each))
    .toArray();
  const [before, after] = [
    toId(earlier.at(-1)) ?? null,
    states.slice(index + 1).includes('shown') ? (toId(later[0]) ?? null) : null,
  ];
  return {
    ...{ supersedesId: before, supersedes: before && { id: before } },
    ...{ supersededById: after, supersededBy: after && { id: after } },
  };
}

/** Shows all facts, then quarantines and hides facts. Triggers of these updates compute `superseded_at`. */
async function setStates(states: readonly State[]): Promise<void> {
  const { database, clock } = board;
  const idsIn = (state: State) => ids.filter((_id, i) => states[i] === state);
  await database.rows(
    sql`update facts set hidden_at = null, hidden_reason = null where hidden_at is not null`,
  );
  await database.rows(
    sql`update facts set quarantined_at = null, quarantine_reason = null where quarantined_at is not null`,
  );
  await database.rows(sql`update facts set quarantined_at = ${clock.now()}, quarantine_reason = 'spam'
    where id = any(${idsIn('quarantined')}::uuid[])`);
  await database.rows(sql`update facts set hidden_at = ${clock.now()}, hidden_reason = 'spam'
    where id = any(${idsIn('hidden')}::uuid[])`);
}

test.each(STATES)(
  'the links of a chain skip hidden facts for every combination of states in which the first fact is %s',
  async (first) => {
    const selection = 'supersedesId supersedes { id } supersededById supersededBy { id }';
    const query = `{ ${ids.map((id, i) => `f${i}: node(id: "${id}") { ... on Fact { ${selection} } }`).join(' ')} }`;
    for (const states of COMBINATIONS.filter(([state]) => state === first)) {
      await setStates(states);
      for (const reader of createReaders()) {
        const { data } = (await reader.read(query)).body;

        const expected = ids.map((_id, i) => [`f${i}`, expectedLinks(states, reader, i)]);
        expect({ states, reader: reader.name, data }).toEqual({
          ...{ states, reader: reader.name },
          data: Object.fromEntries(expected),
        });
      }
    }
  },
);

test('a fact after a hidden one supersedes the nearest earlier fact that is not hidden, not the first', async () => {
  await setStates(['shown', 'shown', 'shown']);
  board.clock.advance({ seconds: 1 });
  const id = await createFact(authors[0]!, ids[2]);
  await setStates(['shown', 'shown', 'hidden']);

  const { body } = await board.call('POST /graphql', {
    body: { query: `{ node(id: "${id}") { ... on Fact { supersedesId } } }` },
  });

  expect(body.data.node).toEqual({ supersedesId: ids[1] });
});
