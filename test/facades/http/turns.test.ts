import { setImmediate } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createTurns } from '../../../facades/http/turns.ts';

const from = (address: string) => ({ address, connection: null });

/** Returns the addresses of requests that wait at the same time, in the order of their turns. */
async function orderOf(addresses: readonly string[]) {
  const waitForTurn = createTurns();
  const order: string[] = [];
  await Promise.all(addresses.map((address) => waitForTurn(from(address)).then(() => order.push(address))));
  return order;
}

test('at most one request has its turn in an iteration of the event loop', async () => {
  const waitForTurn = createTurns();
  let turns = 0;
  for (let i = 0; i < 5; i++) void waitForTurn(from('192.0.2.1')).then(() => turns++);

  const perIteration: number[] = [];
  for (let before = 0; turns < 5; before = turns) {
    await setImmediate();
    perIteration.push(turns - before);
  }

  expect(Math.max(...perIteration)).toBe(1);
});

test('a turn begins after one iteration of the event loop if iterations are long', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const waitForTurn = createTurns();
  let turns = 0;
  for (let i = 0; i < 3; i++) void waitForTurn(from('192.0.2.1')).then(() => turns++);

  let iterations = 0;
  for (; turns < 3; iterations++) {
    vi.advanceTimersByTime(50);
    await setImmediate();
  }

  expect(iterations).toBe(3);
});

test('regions take turns, also if the requests of a region come from several networks', async () => {
  const flood = ['2001:db8:1:1::1', '2001:db8:1:2::1', '2001:db8:1:3::1'];

  expect(await orderOf([...flood, '198.51.100.7', '192.0.2.1'])).toEqual([
    // The first request is taken from the queue before the others are added.
    ...flood.slice(0, 2),
    '198.51.100.7',
    '192.0.2.1',
    flood[2],
  ]);
});

test('requests whose clients have disconnected get no turns', async () => {
  const waitForTurn = createTurns();
  let end: () => void = () => undefined;
  const connection = {
    isEnded: false,
    onEnd: (listener: () => void) => {
      end = listener;
      return () => undefined;
    },
    onServed: () => undefined,
    pause: () => () => undefined,
    mayWait: false,
    repetition: null,
    caller: null,
    timing: null,
  };
  let turns = 0;
  const first = waitForTurn(from('192.0.2.1')).then(() => turns++);
  const ends: (() => void)[] = [];
  const gone = Array.from({ length: 10 }, () => {
    const refused = waitForTurn({ address: '192.0.2.1', connection });
    ends.push(end);
    return refused;
  });
  const last = waitForTurn(from('192.0.2.1')).then(() => turns++);
  for (const each of ends) each();

  const outcomes = await Promise.allSettled(gone);
  expect(outcomes).toEqual(
    gone.map(() => ({ status: 'rejected', reason: expect.objectContaining({ code: 'unavailable' }) })),
  );
  let iterations = 0;
  for (; turns < 2; iterations++) await setImmediate();
  await Promise.all([first, last]);
  // A turn takes at most ten iterations.
  expect(iterations).toBeLessThan(30);
});

test('a request that has waited for more than 5 s is refused', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const waitForTurn = createTurns();
  const waiting = [waitForTurn(from('192.0.2.1')), waitForTurn(from('192.0.2.1'))];
  vi.advanceTimersByTime(5_001);
  const late = waitForTurn(from('192.0.2.1'));

  const outcomes = await Promise.allSettled([...waiting, late]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
});
