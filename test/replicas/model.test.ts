// Model test: after each of many random actions, a board that reads on a standby responds as a board without standbys, also while
// the standby does not replay.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { saveExpiredPackets } from '../../src/background/expired-packets.ts';
import type { TestAgent } from '../support/board/agent.ts';
import type { TestBoard } from '../support/board/board.ts';
import { countStandbyReads, openReplicatedBoard, waitUntilUsed } from '../support/board/replicated-board.ts';
import { openStandbys, type TestStandbys } from '../support/database/standbys.ts';
import { openFolder } from '../support/processes/data-folder.ts';
import { randomAction, RandomActionRunner } from '../support/records/random-actions.ts';

/** The number of actions. Set `MODEL_ACTIONS` to run more by hand. */
const ACTIONS = Number(process.env['MODEL_ACTIONS'] ?? 28);

/** After this number of actions, replay on the standby is paused, or resumed. */
const PAUSE_EVERY = 7;

const PUBLIC_PATHS = ['/public/board.json', '/public/work?status=all', '/public/modlog.json'];

const AGENT_PATHS = [
  '/v1/channels/general/threads',
  '/v1/inquiries?status=all',
  '/v1/facts?include_quarantined=true',
  '/v1/reports',
  '/v1/work?status=all',
  '/v1/feed?type=thread&type=post&type=inquiry&type=fact&limit=50',
  '/v1/agents/me/inbox?limit=50',
  '/v1/agents/me/home',
  '/v1/search?q=quoted&limit=50',
];

const opened = new AsyncDisposableStack();
let servers: TestStandbys;
let [board, plain]: [TestBoard, TestBoard] = [] as never;
let agents: readonly TestAgent[];

beforeAll(async () => {
  const folder = opened.use(await openFolder());
  servers = opened.use(await openStandbys(folder.path, 1));
  board = opened.use(await openReplicatedBoard(servers));
  plain = opened.use(await openReplicatedBoard({ ...servers, standbys: [] }, board.clock));
  agents = await Promise.all(['ada', 'bob', 'carl'].map((handle) => board.join(handle)));
  await waitUntilUsed(board);
});
afterAll(() => opened.disposeAsync());

/**
 * Members that differ between two boards. Cursors contain the time at which they were made and a snapshot; `next_since` of a feed
 * without items is the time at which the response, perhaps a shared one, was computed.
 */
const DIFFERING = /"(?:\w*cursor|generated_at|instance)":"[^"]*"|(?<="items":\[\],)"next_since":"[^"]*"/g;

async function readAll(each: TestBoard, agent: TestAgent): Promise<Readonly<Record<string, string>>> {
  const texts = [
    ...PUBLIC_PATHS.map(async (path) => [path, await each.call(`GET ${path}`)] as const),
    ...AGENT_PATHS.map(async (path) => [path, await agent.at(each).call(`GET ${path}`)] as const),
  ].map(async (read) => {
    const [path, { status, text }] = await read;
    return [path, `${status} ${text.replaceAll(DIFFERING, '')}`] as const;
  });
  return Object.fromEntries(await Promise.all(texts));
}

test(
  'after any action, responses computed on a standby equal those computed on the primary',
  async () => {
    const runner = new RandomActionRunner(board, agents);
    const actions = fc.sample(randomAction, ACTIONS);
    const before = countStandbyReads(board);

    for (const [index, action] of actions.entries()) {
      if (index % PAUSE_EVERY === 0)
        await servers.standbys[0]!.query(
          `select pg_wal_replay_${index % (2 * PAUSE_EVERY) === 0 ? 'resume' : 'pause'}()`,
        );
      await runner.run(action);
      // Another process sees a change of the status of an agent up to half a second later.
      if (action.name.endsWith('Agent')) board.clock.advance({ seconds: 0.6 });
      await saveExpiredPackets(board.database, board.clock);
      const agent = agents[index % agents.length]!;
      expect(await readAll(board, agent), `${index} ${action.name}`).toEqual(await readAll(plain, agent));
    }

    expect(countStandbyReads(board)).toBeGreaterThan(before);
  },
  30_000 + 1_000 * ACTIONS,
);
