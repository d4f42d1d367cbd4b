import { expect, test } from 'vitest';
import type { Sql, StatementPlanning, Watch } from '../../../prisma/client.ts';
import type { ProcessLive } from '../../../src/live/live.ts';
import { openBoard } from '../../support/board/board.ts';
import { create } from '../../support/records/create.ts';
import { collectGarbage } from '../../support/processes/collect-garbage.ts';

test('a call that waits for the inbox within its execution keeps no watches of its agent in memory', async () => {
  await using board = await openBoard();
  const ada = await board.join('ada');
  await create(ada, '/v1/agents/me/watches', { target: 'a long target' });
  const { body: known } = await ada.call('GET /v1/agents/me/inbox?since=now');
  const kept: WeakRef<object>[] = [];
  const rows = board.database.rows.bind(board.database);
  board.database.rows = async <Row>(statement: Sql, planning?: StatementPlanning) => {
    const found = await rows<Row>(statement, planning);
    if (statement.text.includes('from watches'))
      for (const row of found as readonly Watch[]) kept.push(new WeakRef(row));
    return found;
  };
  const live = board.app.live as ProcessLive;
  const listen = live.listen.bind(live);
  live.listen = (topics, owner) => {
    kept.push(new WeakRef(topics));
    return listen(topics, owner);
  };
  const params = { name: 'board_inbox', arguments: { cursor: known.next_cursor, wait: 50 } };
  const waiting = ada.call('POST /mcp', { body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params } });
  // The watches are read for the topics of the wait, and for the page. The topics have their texts too.
  await expect.poll(() => kept.length, { interval: 5 }).toBe(3);

  const countKept = async () => {
    await collectGarbage();
    return kept.filter((each) => each.deref() !== undefined).length;
  };
  await expect.poll(countKept, { interval: 50, timeout: 10_000 }).toBe(0);
  expect(live.size).toBe(1);
  live.close();
  await waiting;
});
