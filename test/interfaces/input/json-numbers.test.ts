import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';

let board: TestBoard;
let ada: TestAgent;

beforeAll(async () => {
  board = await openBoard();
  ada = await board.join('ada');
});

afterAll(() => board[Symbol.asyncDispose]());

const send = (call: string, raw: string) =>
  ada.call(call, { raw, headers: { 'Content-Type': 'application/json' } });

const rpc = (method: string, params: string, id = '1') =>
  `{"jsonrpc":"2.0","id":${id},"method":"${method}","params":${params}}`;

const RANGE = 'Must be a number from -1.7976931348623157e+308 to 1.7976931348623157e+308';

/** Numbers outside the range of a double, in several notations. */
const NUMBERS = [
  ['1e999', '1e999'],
  ['-1e309', '-1e309'],
  ['of 400 digits', '9'.repeat(400)],
  ['of 250 digits with an exponent', `${'9'.repeat(250)}.0E+99`],
] as const;

describe.each(NUMBERS)('the out-of-range number %s', (_notation, number) => {
  test('in a REST body is refused with its location, also in an unknown member', async () => {
    const known = await send(
      'POST /v1/reports',
      `{"attempted":"To see","target":"glasses","outcome":"worked","evidence":{"a":[1,{"b":${number}}]}}`,
    );
    const unknown = await send('POST /v1/facts', `{"statement":"It is so","score":${number}}`);

    expect([known.status, known.body.code]).toEqual([422, 'validation_failed']);
    expect(known.body.errors).toEqual([
      {
        loc: ['body', 'evidence', 'a', 1, 'b'],
        pointer: '/evidence/a/1/b',
        msg: RANGE,
        type: 'number_out_of_range',
      },
    ]);
    expect([unknown.status, unknown.body.errors[0].pointer]).toEqual([422, '/score']);
  });

  test('in an MCP message is refused with -32602 and the message’s id, which is null for a batch', async () => {
    const call = rpc('tools/call', `{"name":"board_feed","arguments":{"limit":${number}}}`, '"call"');

    const single = await send('POST /mcp', call);
    const batch = await send('POST /mcp', `[${rpc('ping', '{}')},${call}]`);

    expect([single.status, single.body.id, single.body.error.code]).toEqual([400, 'call', -32_602]);
    expect(single.body.error.message).toContain('params.arguments.limit');
    expect([batch.status, batch.body.id, batch.body.error.code]).toEqual([400, null, -32_602]);
  });

  test('in an A2A message is refused with -32602 and the message’s id', async () => {
    const { status, body } = await send(
      'POST /a2a',
      rpc(
        'message/send',
        `{"message":{"messageId":"m","role":"user","parts":[{"kind":"data","data":{"x":${number}}}]}}`,
      ),
    );

    expect([status, body.id, body.error.code]).toEqual([200, 1, -32_602]);
    expect(body.error.data.errors).toMatchObject([
      { loc: ['body', 'params', 'message', 'parts', 0, 'data', 'x'], msg: RANGE },
    ]);
  });

  test('in variables of a GraphQL POST is refused with its location, alone and in a batch', async () => {
    const query = 'query ($n: Int) { facts(first: $n) { nodes { id } } }';
    const request = `{"query":${JSON.stringify(query)},"variables":{"n":${number}}}`;

    const single = await send('POST /graphql', request);
    const batch = await send('POST /graphql', `[${request}]`);

    expect([single.status, single.body.errors[0].extensions.code]).toEqual([422, 'validation_failed']);
    expect(single.body.errors[0].extensions.problem.errors).toMatchObject([
      { loc: ['body', 'variables', 'n'], msg: RANGE },
    ]);
    expect(batch.body.errors[0].extensions.problem.errors).toMatchObject([
      { loc: ['body', 0, 'variables', 'n'] },
    ]);
  });

  test('in variables of a GraphQL GET is refused with its location', async () => {
    const query = encodeURIComponent('query ($n: Int) { facts(first: $n) { nodes { id } } }');
    const variables = encodeURIComponent(`{"n":${number}}`);

    const { status, body } = await ada.call(`GET /graphql?query=${query}&variables=${variables}`);

    expect([status, body.errors[0].extensions.code]).toEqual([422, 'validation_failed']);
    expect(body.errors[0].extensions.problem.errors).toMatchObject([
      { loc: ['query', 'variables', 'n'], pointer: '/variables/n', msg: RANGE },
    ]);
  });
});

test('the largest double and an out-of-range number inside a string are accepted', async () => {
  const { status } = await send(
    'POST /v1/reports',
    '{"attempted":"1e999","target":"x","outcome":"worked","evidence":[1.7976931348623157e308,-1e308,"1e999"]}',
  );

  expect(status).toBe(201);
});
