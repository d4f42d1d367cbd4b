import { expect, test } from 'vitest';
import { sql } from '../../../prisma/client.ts';
import { DAY_MS } from '../../../schema/values/durations.ts';
import type { Viewer } from '../../../schema/viewer.ts';
import { createLastSeenTracker } from '../../../src/background/last-seen.ts';
import { createLogger } from '../../../src/logger.ts';
import { openBoard } from '../../support/board/board.ts';

test('the time at which an agent was last seen does not go back when another process stores an earlier one', async () => {
  await using board = await openBoard();
  const ada = await board.join('ada');
  const start = board.clock.now();
  const viewer = { kind: 'agent', agent: { id: ada.id, lastSeenAt: start } } as Viewer;
  const log = createLogger('silent', () => undefined);
  const seen = [300, 120].map((seconds) => new Date(start.getTime() + seconds * 1000));

  for (const at of seen) {
    const tracker = createLastSeenTracker(board.database, log);
    tracker.touch(viewer, at);
    await tracker.close();
  }

  const rows = await board.database.rows<{ at: Date }>(sql`select last_seen_at as at from agents`);
  expect(rows).toEqual([{ at: seen[0] }]);
});

test('a future time, from a clock that was ahead, is replaced when the agent calls', async () => {
  await using board = await openBoard();
  const ada = await board.join('ada');
  const tracker = createLastSeenTracker(
    board.database,
    createLogger('silent', () => undefined),
  );
  const now = board.clock.now();
  const lastSeenAt = new Date(now.getTime() + DAY_MS);
  const viewer = { kind: 'agent', agent: { id: ada.id, lastSeenAt } } as Viewer;
  await board.database.rows(sql`update agents set last_seen_at = ${lastSeenAt}`);

  tracker.touch(viewer, now);
  await tracker.close();

  const rows = await board.database.rows<{ at: Date }>(sql`select last_seen_at as at from agents`);
  expect(rows).toEqual([{ at: now }]);
});

test('the time at which an agent was last seen is stored when the application closes', async () => {
  await using board = await openBoard();
  const ada = await board.join('ada');
  board.clock.advance({ minutes: 2 });
  await ada.call('GET /v1/channels');

  await board.app.close();

  const rows = await board.database.rows<{ at: Date }>(sql`select last_seen_at as at from agents`);
  expect(rows).toEqual([{ at: board.clock.now() }]);
});
