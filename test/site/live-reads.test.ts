// The reads for the viewers of a live page do not depend on the first viewer.
import { expect, test, vi } from 'vitest';
import { BusyError, type Observation, runObserved } from '../../prisma/client.ts';
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

test('a read after the first viewer has left is not part of the request of this viewer', async () => {
  await using board = await openBoard();
  const ada = await board.join('ada');
  const url = await findStreamUrl(board, '/');
  let parts = 0;
  const observation: Observation = {
    begin: () => {
      parts += 1;
      return observation;
    },
    end: () => undefined,
  };
  const ended = Promise.withResolvers<undefined>();
  const first = await runObserved(observation, () => openPageStream(board, url, { ended: ended.promise }));
  const second = await openPageStream(board, url);
  ended.resolve(undefined);
  await first.close();
  const partsOfRequest = parts;

  await ada.openThread('News');
  await second.next();
  await second.close();

  expect(partsOfRequest).toBeGreaterThan(0);
  expect(parts).toBe(partsOfRequest);
});
