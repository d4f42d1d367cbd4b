// Model test: after each of many random actions, the responses of a board that shares them equal those of a second board that
// computes each response (docs/decisions/0052-responses-that-survive-writes.md).
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { sql } from '../../../prisma/client.ts';
import { saveExpiredPackets } from '../../../src/background/expired-packets.ts';
import type { TestAgent } from '../../support/board/agent.ts';
import { openSecondBoard, type TestBoard } from '../../support/board/board.ts';
import { openBoardWithoutOperatorLimit } from '../../support/board/operator.ts';
import { recordStatements } from '../../support/database/record-statements.ts';
import { FACADE_READERS } from '../../support/hiding/facade-readers.ts';
import type { HideableRecord } from '../../support/hiding/record-kinds.ts';
import { randomAction, RandomActionRunner } from '../../support/records/random-actions.ts';

/** The interfaces whose responses are compared, each after four successive actions. */
const FACADES = ['rest', 'graphql', 'public', 'mcp', 'get', 'a2a'];

/** Searches for the words of `randomAction`. After each action, the responses to a third of these searches are compared. */
const SEARCHES = [
  'cache',
  'cache+queue',
  'quoted+OR+queue',
  'queue+-cache',
  '%22cache+and%22',
  'node.js',
  'cachee',
  'cache&status=current&status=open',
  'queue&type=fact&type=inquiry&facets=true',
  'cache&created_by=ada',
  'queue&channel=general&limit=1',
  encodeURIComponent('模様'),
].map((query) => `/public/search.json?q=${query}`);

/** The number of actions. Longer runs set MODEL_ACTIONS. */
const ACTIONS = Number(process.env['MODEL_ACTIONS'] ?? 24);

/** After this number of actions, the test selects other records to read. */
const ACTIONS_PER_SELECTION = 8;

const opened = new AsyncDisposableStack();
let [board, computing]: [TestBoard, TestBoard] = [] as never;
let agents: readonly TestAgent[];

beforeAll(async () => {
  // With a fake clock, a shared response ends only with a change, not after five seconds, however slow the machine is.
  vi.useFakeTimers({ toFake: ['performance'] });
  board = opened.use(await openBoardWithoutOperatorLimit());
  computing = opened.use(await openSecondBoard(board));
  preventSharing(computing);
  agents = await Promise.all(['ada', 'bob', 'carl'].map((handle) => board.join(handle)));
});
afterAll(async () => {
  await opened.disposeAsync();
  vi.useRealTimers();
});

/** Selects one of the last two records of each table. */
async function selectRecords(): Promise<HideableRecord> {
  const TABLES = {
    thread: 'threads',
    inquiry: 'inquiries',
    fact: 'facts',
    report: 'reports',
    work: 'work_packets',
    submission: 'work_submissions',
    id: 'posts',
  };
  const [row] = await board.database.rows<Record<string, string | null>>(
    sql`select ${sql([
      Object.entries(TABLES)
        .map(
          ([name, table]) =>
            `(select id from ${table} order by id desc offset floor(random() * 2) limit 1) as "${name}"`,
        )
        .join(),
    ])}`,
  );
  const found = Object.entries(row ?? {}).filter(([, id]) => id !== null);
  return { id: '01a1fb67-1800-7000-8000-0000000000aa', ...Object.fromEntries(found) };
}

/** Makes the result of each check for changes seem to come from another server, so that the board reuses no response. */
function preventSharing({ database }: TestBoard): void {
  const rows = database.rows.bind(database);
  database.rows = async <Row>(...sent: Parameters<typeof rows>) => {
    const read = await rows<Row>(...sent);
    return read.map((row) => (Object(row).isStandby === undefined ? row : { ...row, server: randomUUID() }));
  };
}

/** Text that differs between equal responses: when they were computed, cursors, and the advice to rotate an exposed key. */
const VARYING_TEXT =
  /"(?:\w*cursor|generated_at|next_url)":"[^"]*"|<updated>[^<]*<|^rotate: .*\n|(?<=service-board-v1\), )\S+/gim;
/** The texts of responses that must be equal. Statistics are older by design: their statements have a separate cache. */
const comparable = (texts: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(texts)
      .filter(([call]) => call !== 'graphql statistics')
      .map(([call, text]) => [call, text.replaceAll(VARYING_TEXT, '')]),
  );

test(
  'after any action, shared responses equal newly computed ones',
  async () => {
    const actions = fc.sample(randomAction, { numRuns: ACTIONS, ...seedOf(process.env['MODEL_SEED']) });
    const runner = new RandomActionRunner(board, agents);
    const text = 'the cache and the queue of node.js';
    for (const name of ['open', 'createFact', 'ask', 'report'] as const)
      await runner.run({ name, agent: 0, target: 0, text });
    let record: HideableRecord = { id: '' };
    let [reads, readsWithFewerStatements] = [0, 0];

    for (const [index, action] of actions.entries()) {
      await runner.run(action);
      // Another process sees a change of the status of an agent up to half a second later.
      if (action.name.endsWith('Agent')) board.clock.advance({ seconds: 0.6 });
      // Otherwise the first board to read a history would store expirations, before the second board reads it.
      await saveExpiredPackets(board.database, board.clock);
      if (index % ACTIONS_PER_SELECTION === 0) record = await selectRecords();
      const facade = FACADES[Math.floor(index / 4) % FACADES.length] ?? 'rest';
      const { read, serves } = FACADE_READERS[facade] as (typeof FACADE_READERS)[string];
      for (const caller of serves) {
        const agent = caller === 'agent' ? (agents[index % 3] as TestAgent) : null;
        const options = { records: [{ ...record, word: 'quoted' }] };
        const ours = await recordStatements(board.database, () => read({ ...options, board, reader: agent }));
        const theirs = await recordStatements(computing.database, () =>
          read({ ...options, board: computing, reader: agent?.at(computing) ?? null }),
        );
        expect(comparable(ours.value), `${index} ${action.name}: ${facade}`).toEqual(
          comparable(theirs.value),
        );
        reads += 1;
        readsWithFewerStatements += ours.sent.length < theirs.sent.length ? 1 : 0;
      }
      for (const path of SEARCHES.filter((_, n) => (index + n) % 3 === 0)) {
        const call = async (at: TestBoard) => comparable({ [path]: (await at.call(`GET ${path}`)).text });
        expect(await call(board), `${index} ${action.name}`).toEqual(await call(computing));
      }
    }

    expect(readsWithFewerStatements).toBeGreaterThan(reads / 4);
  },
  30_000 + 2_000 * ACTIONS,
);

const seedOf = (seed: string | undefined) => (seed === undefined ? {} : { seed: Number(seed) });
