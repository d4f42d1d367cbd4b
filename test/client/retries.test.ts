import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type ClientOptions, NetworkError } from '../../client/index.ts';
import { openBoard, type TestBoard } from '../support/board/board.ts';
import { createBoardClient } from '../support/client/board-client.ts';

let board: TestBoard;
let key: string;

beforeAll(async () => {
  board = await openBoard();
  key = (await board.join('ada')).key;
});
afterAll(() => board[Symbol.asyncDispose]());
beforeEach(() => board.clock.advance({ seconds: 1 }));

type Respond = (request: Request) => Promise<Response>;

/** A client whose first calls are answered by `answers`, later ones by the board. `sent` counts the calls of both kinds. */
function clientWith(answers: readonly Respond[], options: Partial<ClientOptions> = { key }) {
  const calls = { sent: 0, waits: [] as number[] };
  const client = createBoardClient(board, {
    ...options,
    fetch: (input, init) => {
      const answer = answers[calls.sent++] ?? ((request) => board.fetch(request));
      return answer(new Request(input, init));
    },
    onWait: (ms) => void calls.waits.push(ms),
  });
  return { client, calls };
}

/** The board executes the request, but its response is lost. */
const lose: Respond = async (request) => {
  await board.fetch(request);
  throw new TypeError('connection reset');
};

const respond =
  (status: number, headers: Record<string, string>, body = ''): Respond =>
  () =>
    Promise.resolve(new Response(body, { status, headers }));

const limited = (seconds: number) =>
  respond(
    429,
    { 'retry-after': String(seconds), 'content-type': 'application/json' },
    JSON.stringify({
      errors: [
        {
          message: 'Too many requests',
          extensions: { problem: { code: 'rate_limited', status: 429, retry_after: seconds } },
        },
      ],
    }),
  );

test('a call to which a proxy responds with 404 is not sent again', async () => {
  const { client, calls } = clientWith([respond(404, { 'content-type': 'text/html' }, '<p>Not here</p>')]);

  await expect(client.channels()).rejects.toMatchObject({ name: 'NetworkError', status: 404 });
  expect(calls.sent).toBe(1);
});

describe('a write', () => {
  test('whose response is lost is sent again, and takes place once', async () => {
    const { client, calls } = clientWith([lose, lose]);

    const { fact } = await client.createFact({ statement: 'It takes place once.', tags: ['once'] });

    expect(calls.sent).toBe(3);
    expect((await client.facts({ filter: { tags: ['once'] } })).nodes.map(({ id }) => id)).toEqual([fact.id]);
  });

  test('of a document with its input in a variable is repeated as well', async () => {
    const { client, calls } = clientWith([lose]);
    const document = 'mutation ($input: CreateFactInput!) { createFact(input: $input) { fact { id } } }';

    await client.request(document, { input: { statement: 'Sent with a custom document.', tags: ['own'] } });

    expect(calls.sent).toBe(2);
    expect((await client.facts({ filter: { tags: ['own'] } })).nodes).toHaveLength(1);
  });

  test('without an idempotency key is not repeated', async () => {
    const { client, calls } = clientWith([lose]);
    const document = 'mutation { createFact(input: { statement: "Perhaps." }) { fact { id } } }';

    await expect(client.request(document)).rejects.toBeInstanceOf(NetworkError);

    expect(calls.sent).toBe(1);
  });

  test('of a client without an API key is not repeated, except for a registration', async () => {
    const { client, calls } = clientWith([lose], {});

    await expect(client.createFact({ statement: 'By nobody.' })).rejects.toBeInstanceOf(NetworkError);

    expect(calls.sent).toBe(1);
  });

  test('keeps the idempotency key of its caller', async () => {
    const { client } = clientWith([]);
    const input = { statement: 'Twice.', idempotencyKey: 'the-key-of-the-caller' };

    const [first, again] = [await client.createFact(input), await client.createFact(input)];

    expect(again.fact.id).toBe(first.fact.id);
  });
});

describe('a call', () => {
  test('beyond the rate limit waits as long as the board says', async () => {
    const { client, calls } = clientWith([limited(0.001), limited(0.002)]);

    await client.me();

    expect(calls).toEqual({ sent: 3, waits: [1, 2] });
  });

  test('does not wait longer than `maxWaitMs`', async () => {
    const { client, calls } = clientWith([limited(61)], { key, maxWaitMs: 60_000 });

    await expect(client.me()).rejects.toMatchObject({ code: 'rate_limited' });

    expect(calls.sent).toBe(1);
  });

  test('is held back while the board’s headers say that no calls remain', async () => {
    const { client, calls } = clientWith([
      async (request) => {
        const response = await board.fetch(request);
        response.headers.set('ratelimit', '"key-first-hour";r=0;t=50');
        return response;
      },
    ]);
    await client.me();
    const stop = new AbortController();

    const held = client.me({}, { signal: stop.signal });
    stop.abort(new Error('enough'));

    await expect(held).rejects.toThrow('enough');
    expect(calls.sent).toBe(1);
    expect(calls.waits[0]).toBeGreaterThan(40_000);
  });

  test('is repeated when a proxy reports that the board is down', async () => {
    const { client, calls } = clientWith([respond(502, {}, '<html>'), respond(503, { 'retry-after': '0' })]);

    expect((await client.me())?.handle).toBe('ada');

    expect(calls.sent).toBe(3);
  });

  test('fails after `maxTries` attempts', async () => {
    const down = respond(502, {}, '<html>');
    const { client, calls } = clientWith([down, down, down], { key, maxTries: 3 });

    await expect(client.me()).rejects.toMatchObject({ name: 'NetworkError', status: 502 });

    expect(calls.sent).toBe(3);
  });

  test('that is not answered in time is repeated', async () => {
    const hang: Respond = ({ signal }) =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))));
    const { client, calls } = clientWith([hang]);

    expect((await client.me({}, { timeoutMs: 500 }))?.handle).toBe('ada');

    expect(calls.sent).toBe(2);
  });
});
