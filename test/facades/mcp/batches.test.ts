import { describe, expect, test } from 'vitest';
import { ResponseBudget } from '../../../facades/mcp/response-budget.ts';
import { BoardError } from '../../../schema/contract.ts';
import { open, call, list, ping, notification, limitHeaders, jsonHeaders } from './recorded-endpoint.ts';

describe('a batch', () => {
  test('has its responses in order, and of the headers only the rate limit of the call with the fewest remaining calls', async () => {
    const { send } = open([
      { remaining: 5, isReplayed: true },
      { remaining: 3, isReplayed: true },
    ]);
    const { headers, body, status } = await send([
      call(1, 'board_me'),
      notification,
      ping(2),
      call(3, 'board_me'),
    ]);
    expect([status, headers]).toEqual([200, { ...jsonHeaders, ...limitHeaders(3) }]);
    expect(body).toMatchObject([{ id: 1 }, { id: 2, result: {} }, { id: 3 }]);
  });

  test('with one call has all headers of the call, and an array as body', async () => {
    const { send } = open([{ isReplayed: true }]);
    const { headers, body } = await send([call(1, 'board_me')]);
    expect(headers).toEqual({ ...jsonHeaders, ...limitHeaders(5), 'idempotency-replayed': 'true' });
    expect(body).toHaveLength(1);
  });

  test('does not wait for news, unless it has only one message', async () => {
    const { send } = open([{}, {}]);
    const connection = { mayWait: true, onServed: () => {} };
    await send([call(1, 'board_me')], {}, connection);
    expect(connection.mayWait).toBe(true);
    await send([call(1, 'board_me'), ping(2)], {}, connection);
    expect(connection.mayWait).toBe(false);
  });

  test('is executed completely if its client leaves before a large response is built', async () => {
    const { send, executed } = open([{ value: { text: 'x'.repeat(100_000) } }, {}], 1_000_000);
    const end = (listener: () => void) => {
      listener();
      return () => undefined;
    };
    const connection = { isEnded: true, mayWait: true, onServed: () => {}, onEnd: end };

    const { body } = await send([call(1, 'board_me'), call(2, 'board_rotate', {})], {}, connection);

    expect(executed.map(([name]) => name)).toEqual(['Me', 'CreateKey']);
    expect(body).toMatchObject([{ id: 2 }]);
  });

  test('executes no further reads after its responses are too large, but executes writes', async () => {
    const value = { text: 'x'.repeat(100) };
    const { send, executed } = open([{ value }, { value }, { value }, { value }], 400);
    const write = call(4, 'board_rotate', {});
    const { body } = await send([call(1, 'board_me'), call(2, 'board_me'), call(3, 'board_me'), write]);
    const codes = (
      body as unknown as { result: { isError?: boolean; structuredContent: { code?: string } } }[]
    ).map(({ result }) => result.structuredContent.code ?? 'ok');
    expect(codes).toEqual(['ok', 'query_too_complex', 'query_too_complex', 'ok']);
    expect(executed.map(([name]) => name)).toEqual(['Me', 'Me', 'CreateKey']);
  });

  const failure = { error: new BoardError('unauthenticated', 'No key') };

  test.each<[string, object, NonNullable<Parameters<typeof open>[0]>]>([
    ['a refused call', call(1, 'board_me'), [failure]],
    ['a write', call(1, 'board_rotate', {}), [{ value: {} }]],
    ['an unknown tool', call(1, 'nothing'), []],
    ['a list of tools', list(1), []],
    ['another method', ping(1), []],
    ['an invalid message', { id: 1 }, []],
  ])('counts the response to %s as part of its size', async (_case, first, outcomes) => {
    const value = { text: 'x'.repeat(100) };
    const refusals = await Promise.all(
      [notification, first].map(async (message) => {
        const { send } = open([...(message === first ? outcomes : []), { value }], 290);
        const { body } = await send([message, call(2, 'board_me')]);
        return (body as unknown as { result: { isError?: true } }[]).at(-1)?.result.isError ?? false;
      }),
    );
    expect(refusals).toEqual([false, true]);
  });

  const INVALID =
    'A batch must have 1 to 20 messages, without initialize and with tools/list at most once, in protocol version 2025-03-26';
  const initialize = {
    ...{ jsonrpc: '2.0', id: 1, method: 'initialize' },
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'c', version: '1' } },
  };
  const pings = (count: number) => Array.from({ length: count }, (_, i) => ping(i));

  test.each<[string, boolean, unknown[], Record<string, string>]>([
    ['no messages', false, [], {}],
    ['20 messages', true, pings(20), {}],
    ['21 messages', false, pings(21), {}],
    ['one list', true, [list(1), ping(2)], {}],
    ['two lists', false, [list(1), list(2)], {}],
    ['initialize', false, [initialize], {}],
    ['the version of batches', true, pings(1), { 'mcp-protocol-version': '2025-03-26' }],
    ['another version', false, pings(1), { 'mcp-protocol-version': '2025-06-18' }],
  ])('with %s is accepted: %s', async (_, isAccepted, messages, headers) => {
    const { status, body } = await open().send(messages, headers);
    if (isAccepted) expect([status, (body as unknown as unknown[]).length]).toEqual([200, messages.length]);
    else
      expect([status, body]).toEqual([
        400,
        { jsonrpc: '2.0', id: null, error: { code: -32600, message: INVALID } },
      ]);
  });

  test('of notifications has no response, as a single notification has none', async () => {
    expect(await open().send([notification, notification])).toEqual({ status: 202, headers: {}, body: null });
    expect(await open().send(notification)).toEqual({ status: 202, headers: {}, body: null });
  });
});

test('the budget of a response refuses the read that exceeds it and every later read, but no write', () => {
  const budget = new ResponseBudget(10);
  budget.addRead(10);
  budget.assertNotExceeded();
  budget.add(5);
  budget.assertNotExceeded();
  expect(() => budget.addRead(0)).toThrow('larger than 10 bytes');
  expect(() => budget.assertNotExceeded()).toThrow('larger than 10 bytes');
  const other = new ResponseBudget(10);
  expect(() => other.addRead(11)).toThrow('larger than 10 bytes');
  expect(() => other.addRead(1)).toThrow('larger than 10 bytes');
});
