// The reads for the viewers of a live page do not depend on the region of the first viewer.
import { expect, test, vi } from 'vitest';
import { BusyError } from '../../prisma/client.ts';
import { openBoard } from '../support/board/board.ts';
import { findStreamUrl, openPageStream } from '../support/pages/live-page.ts';

test('viewers stay when the region of the first one has too many reads', async () => {
  await using board = await openBoard();
  const ada = await board.join('ada');
  const url = await findStreamUrl(board, '/statistics');
  const open = (address: string) => openPageStream(board, url.replace(/seen=.*/, 'seen=older'), { address });
  const streams = [await open('192.0.2.1'), await open('198.51.100.1')];
  for (const stream of streams) await stream.next();
  const { expensiveRows } = board.database;
  const callers: string[] = [];
  vi.spyOn(board.database, 'expensiveRows').mockImplementation((statement, caller, ...options) => {
    callers.push(caller);
    if (caller.startsWith('192.0.2.')) return Promise.reject(new BusyError());
    return expensiveRows(statement, caller, ...options);
  });

  // The statistics are cached for 10 seconds.
  board.clock.advance({ seconds: 60 });
  await ada.call('POST /v1/channels/inquire/inquiries', { body: { question: 'Who follows?' } });
  const events = await Promise.all(streams.map((stream) => stream.next()));

  expect(callers.length).toBeGreaterThan(0);
  expect(events).not.toContain(null);
  for (const stream of streams) await stream.close();
});
