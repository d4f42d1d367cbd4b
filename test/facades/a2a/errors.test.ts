import { expect, test } from 'vitest';
import { codeOf, codeOfKind, RpcError } from '../../../facades/a2a/errors.ts';
import { ADVICE } from '../../../facades/http/advice.ts';
import { statusOf } from '../../../facades/http/problem.ts';
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

test('the codes of JSON-RPC are those of its specification', () => {
  expect([codeOf.parseError, codeOf.invalidRequest, codeOf.methodNotFound, codeOf.invalidParams]).toEqual([
    -32_700, -32_600, -32_601, -32_602,
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
