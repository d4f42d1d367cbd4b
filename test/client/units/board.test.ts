// A client with a stub in place of `fetch`: the requests that the client sends, and how often.
import { describe, expect, test } from 'vitest';
import { createClient } from '../../../client/client.ts';
import type { ClientOptions } from '../../../client/options.ts';

interface Sent {
  readonly key: string | undefined;
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** A client whose requests get these answers, one after the other; null is a lost connection. */
function open(answers: readonly (object | null)[], options: Partial<ClientOptions> = {}) {
  const sent: Sent[] = [];
  const rest = [...answers];
  const board = createClient({
    url: 'http://board',
    backoffMs: 0,
    fetch: (_, init) => {
      const headers = init?.headers as Readonly<Record<string, string>>;
      const body = JSON.parse(init?.body as string) as Pick<Sent, 'query' | 'variables'>;
      sent.push({ key: headers['authorization'], ...body });
      const data = rest.shift();
      return data
        ? Promise.resolve(new Response(JSON.stringify({ data })))
        : Promise.reject(new Error('lost'));
    },
    ...options,
  });
  return { board, sent };
}

const MUTATION = 'mutation ($input: CreatePostInput!) { createPost(input: $input) { post { id } } }';

/** A client with one try, and a signal that is aborted with `reason` while the body of the response arrives. */
function openAborted(reason: Error) {
  const caller = new AbortController();
  const board = createClient({
    url: 'http://board',
    maxTries: 1,
    onResponse: () => caller.abort(reason),
    fetch: (_, init) => {
      const start = (body: ReadableStreamDefaultController) =>
        init?.signal?.addEventListener('abort', () => body.error(new Error('aborted')));
      return Promise.resolve(new Response(new ReadableStream({ start })));
    },
  });
  return { board, signal: caller.signal };
}

describe('a client', () => {
  test('sends a query again after a lost connection, with or without a key', async () => {
    for (const options of [{}, { key: 'sbk_1' }]) {
      const { board, sent } = open([null, { me: 1 }], options);
      expect(await board.request('{ me { id } }')).toEqual({ me: 1 });
      expect(sent).toHaveLength(2);
    }
  });

  test('sends a write again only with a key and with its input in the variable `input`', async () => {
    const countSent = async (variables: object, options: Partial<ClientOptions>) => {
      const { board, sent } = open([null, { a: 1 }], options);
      await board.request(MUTATION, variables).catch(() => undefined);
      return [sent.length, new Set(sent.map(({ variables: given }) => JSON.stringify(given))).size];
    };
    const input = { threadId: 'T', body: 'b' };
    expect(await countSent({ input }, { key: 'sbk_1' })).toEqual([2, 1]);
    expect(await countSent({ input }, {})).toEqual([1, 1]);
    expect(await countSent({ other: input }, { key: 'sbk_1' })).toEqual([1, 1]);
  });

  test('receives items with the wait of the caller', async () => {
    const nodes = [{ id: 'a' }];
    const { board, sent } = open([{ inbox: { nodes, pageInfo: { endCursor: 'c', hasNextPage: false } } }]);
    expect((await board.receive({ wait: 7 }).next()).value).toMatchObject({ id: 'a' });
    expect(sent[0]?.variables).toEqual({ wait: 7 });
  });

  test('continues to receive items after an outage that is longer than the tries of a call', async () => {
    const pageOf = (id: string) => ({
      inbox: { nodes: [{ id }], pageInfo: { endCursor: id, hasNextPage: false } },
    });
    const outage = [null, null, null];
    const answers = [null, pageOf('a'), ...outage, { ackInbox: {} }, ...outage, pageOf('b')];
    const { board, sent } = open(answers, { key: 'sbk_1', maxTries: 2 });
    const items = board.receive();

    expect([(await items.next()).value?.id, (await items.next()).value?.id]).toEqual(['a', 'b']);
    expect(sent).toHaveLength(answers.length);
  });

  test('does not receive items if the board cannot be reached for its first page', async () => {
    const { board, sent } = open([], { key: 'sbk_1', maxTries: 2 });

    await expect(board.receive().next()).rejects.toThrow('no response');
    expect(sent).toHaveLength(2);
  });

  test('with another key keeps its options', async () => {
    const { board, sent } = open([{ a: 1 }, null, { a: 1 }], { key: 'sbk_1', maxTries: 1 });
    await board.request('{ a }');
    await expect(board.withKey('sbk_2').request('{ a }')).rejects.toThrow('no response');
    expect(sent.map(({ key }) => key)).toEqual(['Bearer sbk_1', 'Bearer sbk_2']);
  });

  test('reads the pages of a document until its list has no next page', async () => {
    const page = (nodes: number[], hasNextPage: boolean) => ({
      list: { nodes, pageInfo: { hasNextPage, endCursor: 'c' } },
    });
    const { board, sent } = open([page([1, 2], true), page([3], false)]);
    const select = ({ list }: ReturnType<typeof page>) => list;
    const items: number[] = [];
    for await (const item of board.pages('query ($after: String) { list }', { first: 2 }, select))
      items.push(item);
    expect(items).toEqual([1, 2, 3]);
    expect(sent.map(({ variables }) => variables)).toEqual([{ first: 2 }, { first: 2, after: 'c' }]);
    for (const missing of [null, undefined]) {
      const none = open([{ list: null }]).board.pages('{ list }', {}, () => missing);
      expect(await Array.fromAsync(none)).toEqual([]);
    }
  });

  test('delays its next call if a response says that no calls remain', async () => {
    const caller = new AbortController();
    const waits: number[] = [];
    let calls = 0;
    const board = createClient({
      url: 'http://board',
      onWait: (ms) => {
        waits.push(Math.ceil(ms / 1000));
        caller.abort(new Error('enough'));
      },
      fetch: () => {
        calls += 1;
        return Promise.resolve(
          new Response('{"data":{"a":1}}', { headers: { ratelimit: '"key";r=0;t=30' } }),
        );
      },
    });
    await board.request('{ a }');
    await expect(board.request('{ a }', {}, { signal: caller.signal })).rejects.toThrow('enough');
    expect([waits, calls]).toEqual([[30], 1]);
  });

  test('throws the reason of the signal if it is aborted while the body arrives', async () => {
    const reason = new Error('enough');
    const { board, signal } = openAborted(reason);
    await expect(board.request('{ a }', {}, { signal })).rejects.toBe(reason);
  });

  test('throws the reason of the signal if it is aborted while a subscription receives a body that is not a stream', async () => {
    const reason = new Error('enough');
    const { board, signal } = openAborted(reason);
    const stream = board.stream('subscription { a }', {}, { signal });
    await expect(stream[Symbol.asyncIterator]().next()).rejects.toBe(reason);
  });

  test('sends nothing if the signal of the caller is aborted already', async () => {
    const { board, sent } = open([{ a: 1 }]);
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(board.request('{ a }', {}, { signal })).rejects.toThrow('enough');
    expect(sent).toEqual([]);
  });
});
