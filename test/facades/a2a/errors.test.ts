import { expect, test } from 'vitest';
import { toErrorDetails } from '../../../facades/a2a/error-details.ts';
import { codeOf, codeOfKind, RpcError } from '../../../facades/a2a/errors.ts';
import { adviceOf, ADVICE } from '../../../facades/http/advice.ts';
import { statusOf, toProblem } from '../../../facades/http/problem.ts';
import { BoardError, errorCodes, type ErrorKind } from '../../../schema/contract.ts';

test.each<[ErrorKind, status: number, rpcCode: number]>([
  ['malformed', 400, -32_602],
  ['unauthenticated', 401, -31_401],
  ['forbidden', 403, -31_403],
  ['missing', 404, -31_404],
  ['method', 405, -32_601],
  ['unacceptable', 406, -31_406],
  ['conflict', 409, -31_409],
  ['precondition', 412, -31_412],
  ['too_large', 413, -31_413],
  ['uri_too_long', 414, -31_414],
  ['media_type', 415, -31_415],
  ['invalid', 422, -32_602],
  ['limited', 429, -31_429],
  ['internal', 500, -32_603],
  ['unavailable', 503, -31_503],
])('an error of the kind %s has the HTTP status %d and the JSON-RPC code %d', (kind, status, rpcCode) => {
  expect([statusOf[kind], codeOfKind[kind]]).toEqual([status, rpcCode]);
});

test('every kind of error has a status, a JSON-RPC code and advice', () => {
  const kinds = new Set(Object.values(errorCodes).map(({ kind }) => kind));

  expect([...kinds].filter((kind) => !(kind in statusOf && kind in codeOfKind && kind in ADVICE))).toEqual(
    [],
  );
});

test('a code has its specific advice if there is one, otherwise the advice for its kind', () => {
  expect(adviceOf('query_too_complex')).toContain('Request less');
  expect(adviceOf('idempotency_key_reused')).toContain('new idempotency key');
  expect(adviceOf('challenge_required')).toContain('register again');
  expect(adviceOf('handle_taken')).toContain('another handle');
  expect(adviceOf('validation_failed')).toBe(ADVICE.invalid);
  expect(adviceOf('not_found')).toBe(ADVICE.missing);
});

const context = { siteUrl: 'http://site.test', requestId: '0190a5e0-0000-7000-8000-00000000000a' };

test.each([
  ['taskNotFound', -32_001, 'TASK_NOT_FOUND'],
  ['taskNotCancelable', -32_002, 'TASK_NOT_CANCELABLE'],
  ['pushNotSupported', -32_003, 'PUSH_NOTIFICATION_NOT_SUPPORTED'],
  ['operationNotSupported', -32_004, 'UNSUPPORTED_OPERATION'],
  ['contentNotSupported', -32_005, 'CONTENT_TYPE_NOT_SUPPORTED'],
  ['extendedCardNotConfigured', -32_007, 'EXTENDED_AGENT_CARD_NOT_CONFIGURED'],
  ['versionNotSupported', -32_009, 'VERSION_NOT_SUPPORTED'],
] as const)('the error %s of A2A has the code %d and the reason %s', (name, code, reason) => {
  const problem = toProblem(new BoardError('not_found', 'No'), context);

  expect(codeOf[name]).toBe(code);
  expect(toErrorDetails(code, problem)).toEqual([
    {
      '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
      reason,
      domain: 'a2a-protocol.org',
      metadata: { code: 'not_found', status: '404', instance: problem.instance },
    },
    { '@type': 'type.googleapis.com/google.protobuf.Struct', value: problem },
  ]);
});

test('the codes of JSON-RPC are those of its specification', () => {
  expect([codeOf.parseError, codeOf.invalidRequest, codeOf.methodNotFound, codeOf.invalidParams]).toEqual([
    -32_700, -32_600, -32_601, -32_602,
  ]);
});

test('an error that A2A does not define has the reason and domain of the board, and one violation for each issue', () => {
  const problem = toProblem(
    new BoardError('validation_failed', 'No', {
      issues: [
        { path: [], loc: ['body', 'params', 'message', 'parts', 0, 'text'], msg: 'm', type: 'too_big' },
        { path: [], loc: ['body', 'method'], msg: 'n', type: 'missing' },
      ],
    }),
    context,
  );

  expect(toErrorDetails(-32_602, problem)).toMatchObject([
    {
      reason: 'VALIDATION_FAILED',
      domain: 'site.test',
      metadata: { code: 'validation_failed', status: '422' },
    },
    {
      '@type': 'type.googleapis.com/google.rpc.BadRequest',
      fieldViolations: [
        { field: 'message.parts[0].text', description: 'm', reason: 'TOO_BIG' },
        { field: 'body.method', description: 'n', reason: 'MISSING' },
      ],
    },
    {},
  ]);
});

test('an RpcError has a JSON-RPC code and the error of the board', () => {
  const refusal = new BoardError('not_found', 'There is no task');

  expect(new RpcError(-32_001, refusal)).toMatchObject({
    code: -32_001,
    refusal,
    message: 'There is no task',
  });
});
