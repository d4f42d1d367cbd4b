// Random changes to requests. A change that does not apply to a request leaves it unchanged.
import { METHODS } from 'node:http';
import fc from 'fast-check';
import { malformedJsonRpc } from '../../mcp/malformed-json-rpc.ts';
import type { Call, CallerName } from '../call.ts';
import { hostileName, hostileText } from './texts.ts';
import { entriesOf, isObject, Members, Verbatim } from './placeholders.ts';
import { hostileValue, knownValue } from './values.ts';

export type Fault = (call: Call) => Call;

const CALLERS: readonly CallerName[] = [
  'ada',
  'bob',
  'eve',
  'operator',
  'cookie',
  'session',
  'anonymous',
  'revoked',
  'unknown',
  'malformed',
  'registered',
  'mismatched',
];

const otherCaller = fc.constantFrom(...CALLERS).map((caller): Fault => (call) => ({ ...call, caller }));

/** Without CONNECT: Node passes it on as a socket, not as a request. */
const otherMethod = fc
  .oneof(
    {
      weight: 3,
      arbitrary: fc.constantFrom('GET', 'HEAD', 'OPTIONS', 'POST', 'PATCH', 'PUT', 'DELETE', 'TRACE'),
    },
    { weight: 1, arbitrary: fc.constantFrom(...METHODS.filter((method) => method !== 'CONNECT')) },
  )
  .map((method): Fault => (call) => ({ ...call, method }));

/** Valid and invalid values of headers. */
const HEADERS: Readonly<Record<string, readonly string[]>> = {
  accept: [
    'text/html',
    'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
    'application/json;q=0, */*',
    'text/event-stream',
    'application/json, text/event-stream',
    'image/png',
    ';;;q=,',
    '',
  ],
  'content-type': [
    'application/json; charset=utf-8',
    'application/json; charset=utf-16',
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonp',
    '',
  ],
  'content-encoding': ['gzip', 'identity', 'br', 'x'],
  prefer: ['handling=strict', 'return=minimal', 'respond-async, wait=10', '='],
  'if-match': ['*', '"1"', '"0"', 'W/"1"', '"99999999999"', '"1", "2"', '1', '"'],
  'if-none-match': ['*', '"x"', 'W/"x"', '"'],
  'if-modified-since': ['Thu, 01 Jan 1970 00:00:00 GMT', 'never', '9'.repeat(30)],
  range: ['bytes=0-10', 'bytes=-1', 'items=0-1'],
  'idempotency-key': [
    'key-00001',
    'key-00002',
    'key-00003',
    'short',
    'x'.repeat(128),
    'x'.repeat(129),
    'ü-ü-ü-ü-ü',
  ],
  'x-request-id': ['0190A0A0-0000-7000-8000-000000000000', 'no uuid', ''],
  'x-forwarded-for': ['203.0.113.9', '::1, 10.0.0.1', 'unknown, , x'],
  origin: ['http://board.test', 'http://evil.test', 'null', 'http://localhost:9'],
  'sec-fetch-site': ['same-origin', 'cross-site'],
  'sec-purpose': ['prefetch', 'prefetch;prerender'],
  'x-http-method-override': ['DELETE'],
  'mcp-protocol-version': ['2025-03-26', '2025-06-18', '2025-11-25', '1999-01-01', ''],
  'mcp-session-id': ['0123456789abcdef0123456789abcdef', 'x', 'sess\xefon'],
  'last-event-id': ['1'],
  'x-agent-handle': ['ADA', 'nobody', 'ada\xfc', ''],
  authorization: ['', 'Bearer', 'bearer  x', 'Basic YTpi', 'Bearer a b', 'Bearer \xff'],
  cookie: ['access_token=', 'access_token="x"; a=b', '=;;=', 'access_token=x; access_token=y'],
  'x-csrf-token': ['x'],
  'cache-control': ['no-cache', 'only-if-cached'],
};

const headerNames = Object.keys(HEADERS);

const otherHeader = fc
  .constantFrom(...headerNames)
  .chain((name) =>
    fc.tuple(
      fc.constant(name),
      fc.oneof(
        { weight: 6, arbitrary: fc.constantFrom(...(HEADERS[name] as readonly string[])) },
        { weight: 1, arbitrary: hostileText },
        { weight: 1, arbitrary: knownValue(name) },
        {
          weight: 1,
          arbitrary: fc.array(fc.constantFrom(...(HEADERS[name] as readonly string[])), { minLength: 2 }),
        },
      ),
    ),
  )
  .map((header): Fault => (call) => ({ ...call, headers: [...call.headers, header] }));

/** Invalid or misleading percent-encoding. */
const brokenText = fc
  .constantFrom(
    '%',
    '%zz',
    '%ff',
    '%c3%28',
    '%ed%a0%80',
    '%00',
    '%2f',
    '%2e%2e',
    '..',
    '\xff\xfe',
    '%u0041',
    '+',
    '&&=&',
    '#x',
  )
  .map((text) => new Verbatim(text));

const inUrl = fc.oneof({ weight: 3, arbitrary: hostileValue }, { weight: 1, arbitrary: brokenText });

const otherParam = fc.tuple(fc.nat(), inUrl).map(([nth, value]): Fault => (call) => {
  const names = Object.keys(call.params);
  const name = names[nth % names.length];
  return name === undefined ? call : { ...call, params: { ...call.params, [name]: value } };
});

type Term = Call['query'][number];

/** Replaces one parameter of the query by the parameters that `change` returns. */
const changeTerm =
  (nth: number, change: (term: Term) => readonly Term[]): Fault =>
  (call) => {
    const at = nth % Math.max(1, call.query.length);
    return { ...call, query: call.query.flatMap((term, i) => (i === at ? change(term) : [term])) };
  };

const otherTerm = fc.oneof(
  fc.tuple(fc.nat(), inUrl).map(([nth, value]) => changeTerm(nth, ([name]) => [[name, value]])),
  fc.nat().map((nth) => changeTerm(nth, () => [])),
  fc.tuple(fc.nat(), inUrl).map(([nth, value]) => changeTerm(nth, (term) => [term, [term[0], value]])),
);

const addedTerm = fc
  .oneof(
    fc.tuple(hostileName, inUrl),
    fc.tuple(
      fc.constantFrom('limit', 'cursor', 'key', 'handle', 'format', 'since', 'type', 'request_id'),
      inUrl,
    ),
    fc.tuple(fc.constant(''), brokenText),
  )
  .map((term): Fault => (call) => ({ ...call, query: [...call.query, term] }));

/** Returns the values that replace a node of a JSON value. */
type Change = (node: unknown) => readonly unknown[];

/** Changes the node that a depth-first walk reaches after `steps` nodes, modulo the number of nodes. */
function changeNode(value: unknown, steps: number, change: Change): unknown {
  let stepsLeft = steps % countNodes(value);
  const walk = (node: unknown): readonly unknown[] => {
    if (stepsLeft-- === 0) return change(node);
    if (Array.isArray(node)) return [node.flatMap(walk)];
    if (!isObject(node)) return [node];
    return [
      new Members(
        entriesOf(node).flatMap(([name, member]) => walk(member).map((changed) => [name, changed] as const)),
      ),
    ];
  };
  return walk(value)[0];
}

function countNodes(value: unknown): number {
  const inside = Array.isArray(value)
    ? value
    : isObject(value)
      ? entriesOf(value).map(([, member]) => member)
      : [];
  return inside.reduce((count: number, node) => count + countNodes(node), 1);
}

const addMember =
  (name: string, value: unknown): Change =>
  (node) => [isObject(node) ? new Members([...entriesOf(node), [name, value]]) : node];

const otherNode = fc
  .tuple(
    fc.nat(),
    fc.oneof(
      {
        weight: 4,
        arbitrary: hostileValue.map((value): Change => () => [value]),
      },
      { weight: 2, arbitrary: fc.constant<Change>(() => []) },
      {
        weight: 1,
        arbitrary: hostileValue.map((value): Change => (node) => [node, value]),
      },
      { weight: 1, arbitrary: fc.constant<Change>((node) => [[node]]) },
      {
        weight: 2,
        arbitrary: fc.tuple(hostileName, hostileValue).map(([name, value]) => addMember(name, value)),
      },
    ),
  )
  .map(
    ([steps, change]): Fault =>
      (call) =>
        call.body === undefined ? call : { ...call, body: changeNode(call.body, steps, change) },
  );

const withTransformedBody =
  (transformBody: NonNullable<Call['transformBody']>): Fault =>
  (call) => ({ ...call, body: call.body ?? {}, transformBody });

/** Replaces one byte of the body. */
const replaceByte = (at: number, byte: number) =>
  withTransformedBody((bytes) => {
    const copy = Buffer.from(bytes);
    if (copy.length > 0) copy[at % copy.length] = byte;
    return copy;
  });

const NOT_JSON = malformedJsonRpc.map(([raw]) =>
  typeof raw === 'string' ? Buffer.from(raw) : (raw as Uint8Array),
);

const otherBytes = fc.oneof(
  fc.nat().map((at) => withTransformedBody((bytes) => bytes.subarray(0, at % (bytes.length + 1)))),
  fc
    .tuple(fc.nat(), fc.constantFrom(0, 0x22, 0x5c, 0x80, 0xc3, 0xff))
    .map(([at, byte]) => replaceByte(at, byte)),
  fc.constantFrom(...NOT_JSON).map((raw) => withTransformedBody(() => Buffer.from(raw))),
  fc.constant(withTransformedBody((bytes) => Buffer.concat([Buffer.from('\ufeff'), bytes]))),
  fc.constant(withTransformedBody((bytes) => Buffer.from(bytes.toString(), 'utf16le'))),
  fc
    .constantFrom(60_000, 65_537, 131_073, 300_000)
    .map((size) => withTransformedBody((bytes) => Buffer.concat([bytes, Buffer.alloc(size, ' ')]))),
);

const inChunks = fc.constantFrom(1, 7, 1_000, 100_000).map((chunk): Fault => (call) => ({
  ...call,
  chunkSize: chunk,
}));

const otherBody = hostileValue.map((body): Fault => (call) => ({ ...call, body }));

const anyFault: fc.Arbitrary<Fault> = fc.oneof(
  { weight: 3, arbitrary: otherCaller },
  { weight: 2, arbitrary: otherMethod },
  { weight: 6, arbitrary: otherHeader },
  { weight: 4, arbitrary: otherParam },
  { weight: 4, arbitrary: otherTerm },
  { weight: 2, arbitrary: addedTerm },
  { weight: 8, arbitrary: otherNode },
  { weight: 2, arbitrary: otherBytes },
  { weight: 1, arbitrary: otherBody },
  { weight: 1, arbitrary: inChunks },
);

/** Calls, unchanged or with a few faults. */
export const withFaults = (calls: fc.Arbitrary<Call>): fc.Arbitrary<Call> =>
  fc
    .tuple(
      calls,
      fc.oneof(
        { weight: 3, arbitrary: fc.constant<readonly Fault[]>([]) },
        { weight: 3, arbitrary: fc.tuple(anyFault) },
        { weight: 1, arbitrary: fc.array(anyFault, { minLength: 2, maxLength: 4 }) },
      ),
    )
    .map(([call, faults]: readonly [Call, readonly Fault[]]) =>
      faults.reduce((changed, fault) => fault(changed), call),
    );
