import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createResponseTurns, type TurnOwner } from '../../../facades/http/response-turns.ts';
import { LargeResponses } from '../../../facades/http/large-responses.ts';
import { RequestConnection } from '../../../facades/http/server/request-connection.ts';
import type { BoardError } from '../../../schema/contract.ts';
import { FairShares } from '../../../src/gateway/load/fair-shares.ts';

const create = (maxCharacters = 1_000_000) =>
  new LargeResponses(new FairShares(maxCharacters), { resume: () => undefined });

/** `ends` receives a function that ends the connection. */
const openConnection = (ends: (() => void)[] = []) =>
  new RequestConnection(
    { release: () => undefined },
    { onEnd: (end) => ends.push(end), bodyBytes: 0, canRepeat: false, admit: () => null },
  );

const CLIENT = { address: '192.0.2.1' };

// Responses of more than 64 Ki characters are large.

test('at most one large response is built in an iteration of the event loop', async () => {
  const responses = create();
  let built = 0;
  for (let i = 0; i < 5; i++) void responses.waitForTurn(100_000, CLIENT).then(() => built++);

  const perIteration: number[] = [];
  for (let before = 0; built < 5; before = built) {
    await setImmediate();
    perIteration.push(built - before);
  }

  expect(Math.max(...perIteration)).toBe(1);
});

test('a small response does not wait for large ones', async () => {
  const responses = create();
  let isLargeBuilt = false;
  void responses.waitForTurn(100_000, CLIENT).then(() => (isLargeBuilt = true));

  await responses.waitForTurn(1000, CLIENT);

  expect(isLargeBuilt).toBe(false);
});

test('a large response is also built if it is requested after all earlier ones have been built', async () => {
  const responses = create();
  await responses.waitForTurn(100_000, CLIENT);
  await setImmediate();
  let isBuilt = false;
  void responses.waitForTurn(100_000, CLIENT).then(() => (isBuilt = true));

  for (let i = 0; i < 3; i++) await setImmediate();

  expect(isBuilt).toBe(true);
});

test('the large responses of two regions are built in turn', async () => {
  const responses = create();
  const order: string[] = [];
  const addresses = ['192.0.2.1', '192.0.2.2', '192.0.2.3', '198.51.100.7'];

  await Promise.all(
    addresses.map((address) => responses.waitForTurn(100_000, { address }).then(() => order.push(address))),
  );

  expect(order.indexOf('198.51.100.7')).toBeLessThan(order.indexOf('192.0.2.3'));
});

test('a client that has left takes no turn', async () => {
  const responses = create();
  const ends: (() => void)[] = [];
  const settled: string[] = [];
  const wait = (name: string) =>
    responses.waitForTurn(100_000, { ...CLIENT, connection: openConnection(ends) }).then(
      () => settled.push(`${name} has its turn`),
      (error: unknown) => settled.push(`${name}: ${(error as BoardError).code}`),
    );
  const leaving = [wait('first'), wait('second')];
  const staying = wait('third');
  for (const end of ends.slice(0, 2)) end();
  const late = wait('fourth');
  ends.at(-1)?.();

  await Promise.all([...leaving, staying, late]);

  expect(settled).toEqual([
    'first: unavailable',
    'second: unavailable',
    'fourth: unavailable',
    'third has its turn',
  ]);
});

test('results are refused while other results of their region take too much memory', () => {
  // With a new result, a region may hold at most as many characters as were free before it.
  const responses = create(400_000);
  const connections: RequestConnection[] = [];
  const owner = (address: string): TurnOwner => {
    connections.push(openConnection());
    return { address, connection: connections.at(-1)! };
  };
  responses.hold(200_000, owner('192.0.2.1'));

  expect(() => responses.hold(1, owner('192.0.2.2'))).toThrow(/Too many requests/);
  responses.hold(100_000, owner('198.51.100.7'));
  for (const connection of connections) connection.finishServing();
  responses.hold(200_000, owner('192.0.2.2'));
});

test('a client that does not read its response causes no refusals in its region', () => {
  const responses = create(400_000);
  const connection = openConnection();
  responses.hold(200_000, { ...CLIENT, connection });
  connection.finishServing();

  expect(connection.isEnded).toBe(false);
  responses.hold(200_000, { ...CLIENT, connection: openConnection() });
});

test.each<[string, (measure: { resume: (address: string) => void }) => (owner: TurnOwner) => Promise<void>]>([
  [
    'of GraphQL or MCP',
    (measure) => {
      const responses = new LargeResponses(new FairShares(1_000_000), measure);
      return (owner) => responses.waitForTurn(100_000, owner);
    },
  ],
  [
    'of /get, A2A or the site',
    (measure) => {
      const waitForTurn = createResponseTurns(new FairShares(1_000_000), measure);
      return (owner) => waitForTurn(owner, { characters: 100_000 });
    },
  ],
])('the time that building a large response %s takes is counted for its client', async (_of, createTurns) => {
  const events: string[] = [];
  const waitForTurn = createTurns({ resume: (address) => void events.push(`time of ${address}`) });

  const build = async (address: string) => {
    await waitForTurn({ address, connection: null });
    events.push(`response to ${address}`);
  };
  await Promise.all([build('192.0.2.1'), build('198.51.100.7')]);

  const eventsOf = (address: string) => [`time of ${address}`, `response to ${address}`];
  expect(events).toEqual([...eventsOf('192.0.2.1'), ...eventsOf('198.51.100.7')]);
});
