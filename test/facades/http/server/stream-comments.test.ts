// The comments that keep a stream open, over a real socket.
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { toStreamReply } from '../../../../facades/http/event-stream.ts';
import { listen, type Listener } from '../../../../facades/http/server/listen.ts';
import { openTestRouter, testRoute } from './test-router.ts';

// The pauses of a second between attempts end at once.
vi.spyOn(timers, 'setTimeout').mockImplementation(() => timers.setImmediate());
syncBuiltinESMExports();
afterAll(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});

let listener: Listener;
beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(async () => {
  vi.useRealTimers();
  await listener.close(0);
});

/**
 * Returns the text of a stream and the bounds of its waits in milliseconds. Each wait ends with news at once, and each admission
 * takes four seconds. The stream has one part for each execution. `isRefused` returns whether an admission is refused.
 */
async function readStream(parts: readonly string[], isRefused: (admission: number) => boolean = () => false) {
  const bounds: number[] = [];
  let executions = 0;
  let admissions = 0;
  const route = testRoute('GET /', {
    serve: ({ connection }) => {
      const { repetition } = connection!;
      const part = parts[executions++] ?? '';
      repetition!.next = executions < parts.length ? { pauseMs: 0, isNewsNeeded: true } : null;
      repetition!.deadline = Infinity;
      repetition!.listener = {
        wait: (milliseconds) => Promise.resolve(bounds.push(milliseconds)).then(() => 'news'),
        ...{ end: () => undefined, close: () => undefined, takeNewsSince: () => null },
      };
      return toStreamReply(part, {});
    },
  });
  const admission = {
    admit: () => {
      vi.advanceTimersByTime(4000);
      admissions += 1;
      return isRefused(admissions) ? null : () => undefined;
    },
    waitForTurn: () => null,
    resume: () => undefined,
  };
  const { router } = openTestRouter([route], { admission });
  listener = await listen(router.fetch, { host: '127.0.0.1', port: 0 });
  const response = await fetch(`http://127.0.0.1:${listener.port}/`);
  return { text: await response.text(), bounds };
}

test('a stream has a comment 15 seconds after its last bytes, although each wait ends with news', async () => {
  const { text, bounds } = await readStream(['a\n\n', '', '', '', '', '', 'b\n\n']);

  expect(text).toBe('a\n\n:\n\nb\n\n');
  expect(bounds).toEqual([15_000, 11_000, 7000, 3000, 15_000, 11_000]);
});

test('a stream has a comment 15 seconds after its last bytes, although no execution is admitted', async () => {
  const { text } = await readStream(['a\n\n', 'b\n\n'], (admission) => admission > 1 && admission < 7);

  expect(text).toBe('a\n\n:\n\nb\n\n');
});
