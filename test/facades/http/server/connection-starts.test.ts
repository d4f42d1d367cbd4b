// The iterations of the event loop in which waiting connections start.
import { EventEmitter } from 'node:events';
import type { IncomingMessage, Server } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { NewConnections } from '../../../../facades/http/server/connections/new-connections.ts';

/**
 * Stops the clock: time passes only when a test advances it. Returns a function that accepts a connection, and a function that
 * sends the first request of a connection.
 */
function createNewConnections() {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const server = new EventEmitter();
  const newConnections = new NewConnections(server as Server, () => 'region');
  return {
    accept: () => server.emit('connection', { destroyed: false }),
    request: (run: () => void, destroyed = false) =>
      newConnections.start({ socket: { destroyed } } as IncomingMessage, run),
  };
}

test('while every iteration of the event loop accepts a connection and takes 1 ms, one waiting connection starts every 50 iterations, and closed connections are skipped', async () => {
  const { accept, request } = createNewConnections();
  const startedAt: number[] = [];
  let iteration = 0;
  accept();
  for (const destroyed of [false, true, false, false])
    request(() => void startedAt.push(iteration), destroyed);

  for (iteration = 1; iteration <= 200; iteration += 1) {
    accept();
    await setImmediate();
    vi.advanceTimersByTime(1);
  }

  expect(startedAt).toEqual([50, 100, 150]);
});

test.each([
  [100, 10],
  [10, 100],
])(
  'while every iteration accepts a connection and takes %d ms, up to 32 waiting connections start in each iteration after 1 s',
  async (ms, count) => {
    const { accept, request } = createNewConnections();
    let starts = 0;
    /** Runs an iteration. Returns how many connections have started in it. */
    const iterate = async (accepts: boolean) => {
      const before = starts;
      if (accepts) accept();
      await setImmediate();
      vi.advanceTimersByTime(ms);
      return starts - before;
    };
    const countStartsOf = async (iterations: number) => {
      const perIteration: number[] = [];
      while (perIteration.length < iterations) perIteration.push(await iterate(true));
      return perIteration;
    };
    accept();
    for (let i = 0; i < 200; i++) request(() => (starts += 1));

    // One connection starts in each fiftieth iteration of the first second.
    const firstSecond = Array.from({ length: count }, (_, i) => ((i + 1) % 50 === 0 ? 1 : 0));
    expect(await countStartsOf(count + 2)).toEqual([...firstSecond, 32, 32]);

    // An iteration without a new connection ends the series.
    expect(await iterate(false)).toBe(32);
    expect(await countStartsOf(count + 1)).toEqual([...firstSecond, 32]);
  },
);

test('while every iteration accepts a connection and takes 1 ms, up to 32 waiting connections start in each iteration after 5 s', async () => {
  const { accept, request } = createNewConnections();
  let starts = 0;
  /** Runs iterations that accept a connection. Returns how many connections have started in the last one. */
  const iterate = async (iterations: number) => {
    let before = starts;
    for (let i = 0; i < iterations; i++) {
      before = starts;
      accept();
      await setImmediate();
      vi.advanceTimersByTime(1);
    }
    return starts - before;
  };
  accept();
  for (let i = 0; i < 200; i++) request(() => (starts += 1));

  expect([await iterate(5_000), starts]).toEqual([1, 100]);
  expect([await iterate(1), await iterate(1)]).toEqual([32, 32]);
});

describe('when no further connection is accepted, an iteration of the event loop', () => {
  /**
   * A hundred connections wait. Returns how many start in each iteration from then on, until all have started. `run` is called for
   * the request of each connection.
   */
  async function countStarts(
    run: () => Promise<void>,
    during: (accept: () => void) => void = () => undefined,
  ) {
    const { accept, request } = createNewConnections();
    let starts = 0;
    accept();
    for (let i = 0; i < 100; i++)
      request(() => {
        starts += 1;
        void run();
      });
    await setImmediate();
    const perIteration: number[] = [];
    for (let before = 0; starts < 100; before = starts) {
      during(accept);
      await setImmediate();
      perIteration.push(starts - before);
    }
    return perIteration;
  }

  /** Works in promises, as a request does. */
  const workFor = async (ms: number) => {
    await Promise.resolve();
    await Promise.resolve();
    vi.advanceTimersByTime(ms);
  };

  test('starts up to 32 waiting connections', async () => {
    expect(await countStarts(() => workFor(0))).toEqual([32, 32, 32, 4]);
  });

  test('starts no further one after their requests have worked for 10 ms', async () => {
    expect(await countStarts(() => workFor(4))).toEqual([...Array<number>(33).fill(3), 1]);
    expect(await countStarts(() => workFor(20))).toEqual(Array(100).fill(1));
  });

  test('starts none if another connection has been accepted meanwhile', async () => {
    let iteration = 0;
    const acceptSecond = (accept: () => void) => {
      iteration += 1;
      if (iteration === 2) accept();
    };

    expect(await countStarts(() => workFor(0), acceptSecond)).toEqual([32, 0, 32, 32, 4]);
  });
});
