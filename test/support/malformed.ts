// What is no JSON-RPC, in as many ways as come to mind, with the code that JSON-RPC has for it.

const PARSE = -32_700;
const REQUEST = -32_600;
const METHOD = -32_601;

const json = (value: unknown, code: number): readonly [BodyInit, number] => [JSON.stringify(value), code];

const asking = (more: object) => ({ jsonrpc: '2.0', id: 1, method: 'no/such', ...more });

/** Bodies, and the code that every door which speaks JSON-RPC answers them with. */
export const malformed: readonly (readonly [BodyInit, number])[] = [
  ...[
    '',
    ' ',
    '{',
    '{"jsonrpc"',
    'nul',
    '[1,',
    '{"jsonrpc":"2.0",}',
    "{'jsonrpc':'2.0'}",
    'NaN',
    '{"a":1}{"b":2}',
    '"no end',
    '<?xml version="1.0"?>',
    'jsonrpc=2.0&id=1',
    new Uint8Array([0xff, 0xfe, 0x00]),
    new Uint8Array([0x22, 0xc3, 0x28, 0x22]),
  ].map((raw): readonly [BodyInit, number] => [raw, PARSE]),
  ...[
    7,
    null,
    true,
    'text',
    {},
    [],
    { id: 1 },
    { jsonrpc: '2.0' },
    { jsonrpc: '2.0', id: 1 },
    { id: 1, method: 'ping' },
    asking({ jsonrpc: '1.0' }),
    asking({ jsonrpc: 2 }),
    asking({ jsonrpc: null }),
    asking({ method: 7 }),
    asking({ method: null }),
    asking({ method: ['ping'] }),
    asking({ id: {} }),
    asking({ id: [1] }),
    asking({ id: true }),
  ].map((value) => json(value, REQUEST)),
  ...[
    'no/such',
    '',
    ' ping',
    'PING',
    'toString',
    'constructor',
    '__proto__',
    'hasOwnProperty',
    'x'.repeat(5000),
  ].map((method) => json(asking({ method }), METHOD)),
];
