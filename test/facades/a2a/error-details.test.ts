import { expect, test } from 'vitest';
import { toErrorDetails } from '../../../facades/a2a/error-details.ts';
import { codeOf } from '../../../facades/a2a/errors.ts';
import { toProblem } from '../../../facades/http/problem.ts';
import { BoardError } from '../../../schema/contract.ts';

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

test('an error that A2A does not define has the reason and domain of the board, and one violation for each issue', () => {
  const problem = toProblem(
    new BoardError('validation_failed', 'No', {
      issues: [
        { path: [], loc: ['body', 'params', 'message', 'parts', 0, 'text'], msg: 'm', type: 'too_big' },
        { path: [], loc: ['header', 'a2a-version'], msg: 'n', type: 'enum' },
      ],
    }),
    context,
  );

  expect(toErrorDetails(-32_602, problem)).toEqual([
    {
      '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
      reason: 'VALIDATION_FAILED',
      domain: 'site.test',
      metadata: { code: 'validation_failed', status: '422', instance: problem.instance },
    },
    {
      '@type': 'type.googleapis.com/google.rpc.BadRequest',
      fieldViolations: [
        { field: 'message.parts[0].text', description: 'm', reason: 'TOO_BIG' },
        { field: 'header.a2a-version', description: 'n', reason: 'ENUM' },
      ],
    },
    { '@type': 'type.googleapis.com/google.protobuf.Struct', value: problem },
  ]);
});
