import { setImmediate } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { countConnectionStep } from '../../../facades/http/iterations.ts';
import { RequestConnection } from '../../../facades/http/server/request-connection.ts';
import { createResponseTurns, type TurnOwner } from '../../../facades/http/response-turns.ts';
import { FairShares } from '../../../src/gateway/load/fair-shares.ts';

const create = (maxCharacters = 1_000_000) =>
  createResponseTurns(new FairShares(maxCharacters), { resume: () => undefined });

const from = (address: string): TurnOwner => ({ address, connection: null });
const CLIENT = from('192.0.2.1');

const SMALL = { characters: 100 };
const SMALL_WRITE = { ...SMALL, isFirstWrite: true };
const LARGE = { characters: 200_000 };
const LARGE_WRITE = { ...LARGE, isFirstWrite: true };

const REFUSED = {
  status: 'rejected',
  reason: expect.objectContaining({ code: 'unavailable' }) as unknown,
};
const SERVED = { status: 'fulfilled', value: undefined };

/** Returns clients with connections, and a function that ends these connections. */
function connect(count: number) {
  const ends: (() => void)[] = [];
  const connections = Array.from(
    { length: count },
    () =>
      new RequestConnection(
        { release: () => undefined },
        { onEnd: (end) => ends.push(end), bodyBytes: 0, canRepeat: false, admit: () => null },
      ),
  );
  const end = () => {
    for (const each of ends) each();
  };
  return { clients: connections.map((connection) => ({ ...CLIENT, connection })), end };
}

/** Makes time pass only when the test advances it. */
function stopTime(): void {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
}

/** Runs iterations of the event loop until all promises have settled. Returns the number of iterations. */
async function countIterations(
  promises: readonly Promise<unknown>[],
  during: () => void = () => undefined,
): Promise<number> {
  const end = { isReached: false };
  void Promise.allSettled(promises).then(() => (end.isReached = true));
  let iterations = 0;
  for (; !end.isReached; iterations++) {
    during();
    await setImmediate();
  }
  return iterations;
}

/** Returns the addresses of requests that wait at the same time, in the order of their turns. */
async function orderOf(addresses: readonly string[]) {
  const waitForTurn = create();
  const order: string[] = [];
  await Promise.all(
    addresses.map((address) => waitForTurn(from(address), SMALL).then(() => order.push(address))),
  );
  return order;
}

test('at most one request may build its response in an iteration of the event loop', async () => {
  const waitForTurn = create();
  let turns = 0;
  let most = 0;
  let before = 0;
  const waiting = Array.from({ length: 5 }, () => waitForTurn(CLIENT, SMALL).then(() => turns++));

  await countIterations(waiting, () => {
    most = Math.max(most, turns - before);
    before = turns;
  });

  expect(most).toBe(1);
});

test('a turn begins after one iteration of the event loop if iterations are long', async () => {
  stopTime();
  const waitForTurn = create();
  const waiting = Array.from({ length: 3 }, () => waitForTurn(CLIENT, SMALL));

  expect(await countIterations(waiting, () => vi.advanceTimersByTime(50))).toBe(3);
});

test('while connections arrive and iterations are long, none of twenty reads waits so long that it is refused', async () => {
  stopTime();
  const waitForTurn = create();
  const waiting = Array.from({ length: 20 }, () => waitForTurn(CLIENT, SMALL));
  void countIterations(waiting, () => {
    countConnectionStep();
    vi.advanceTimersByTime(20);
  });

  expect(await Promise.allSettled(waiting)).toEqual(waiting.map(() => SERVED));
});

test('regions take turns, also if the requests of a region come from several networks', async () => {
  const flood = ['2001:db8:1:1::1', '2001:db8:1:2::1', '2001:db8:1:3::1'];

  expect(await orderOf([...flood, '198.51.100.7', '192.0.2.1'])).toEqual([
    flood[0],
    '198.51.100.7',
    '192.0.2.1',
    ...flood.slice(1),
  ]);
});

test('requests whose clients have disconnected get no turns, also those that write', async () => {
  const waitForTurn = create();
  const { clients, end } = connect(10);
  const first = waitForTurn(CLIENT, SMALL);
  const gone = clients.map((client, i) => waitForTurn(client, i % 2 === 0 ? SMALL : SMALL_WRITE));
  const last = waitForTurn(CLIENT, SMALL);
  end();

  expect(await Promise.allSettled(gone)).toEqual(gone.map(() => REFUSED));
  // At most ten iterations pass before a turn: two turns take about 20, twelve would take about 120.
  expect(await countIterations([first, last])).toBeLessThan(30);
});

test('reads are refused when they have waited for 5 s, and take no turns of others', async () => {
  stopTime();
  const waitForTurn = create();
  const late = Array.from({ length: 100 }, () => waitForTurn(CLIENT, SMALL));
  const refused = Promise.allSettled(late);
  const write = waitForTurn(CLIENT, SMALL_WRITE);
  vi.advanceTimersByTime(1000);
  const inTime = waitForTurn(CLIENT, SMALL);
  vi.advanceTimersByTime(4000);

  expect(await countIterations([write, inTime])).toBeLessThan(30);
  expect(await refused).toEqual(late.map(() => REFUSED));
  expect(await Promise.allSettled([write, inTime])).toEqual([SERVED, SERVED]);
});

test('a read is refused at once if the waiting results of its region take too much memory, and a write is not', async () => {
  // A read is accepted if the characters of its region, its own included, are at most those that were free before it.
  const waitForTurn = create(400_000);
  const waiting = [waitForTurn(CLIENT, LARGE), waitForTurn(from('192.0.2.2'), LARGE_WRITE)];
  let isServed = false;
  void waiting[0]?.then(() => (isServed = true));

  await expect(waitForTurn(from('192.0.2.3'), SMALL)).rejects.toMatchObject({ code: 'unavailable' });
  expect(isServed).toBe(false);
  expect(await Promise.allSettled(waiting)).toEqual([SERVED, SERVED]);
});

test('the result of a read takes no memory of its region after its turn, a refusal, or the end of its connection', async () => {
  stopTime();
  const waitForTurn = create(400_000);
  await waitForTurn(CLIENT, LARGE);

  const late = waitForTurn(CLIENT, LARGE);
  vi.advanceTimersByTime(5000);
  expect(await Promise.allSettled([late])).toEqual([REFUSED]);

  const { clients, end } = connect(1);
  const gone = waitForTurn(clients[0]!, LARGE);
  end();
  expect(await Promise.allSettled([gone])).toEqual([REFUSED]);

  await waitForTurn(CLIENT, LARGE);
});
