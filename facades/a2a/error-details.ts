import type { Problem, ProblemIssue } from '../http/problem.ts';
import { codeOf } from './errors.ts';

/** The reasons of the errors that A2A defines, by their codes. */
const REASONS: Readonly<Record<number, string>> = {
  [codeOf.taskNotFound]: 'TASK_NOT_FOUND',
  [codeOf.taskNotCancelable]: 'TASK_NOT_CANCELABLE',
  [codeOf.pushNotSupported]: 'PUSH_NOTIFICATION_NOT_SUPPORTED',
  [codeOf.operationNotSupported]: 'UNSUPPORTED_OPERATION',
  [codeOf.contentNotSupported]: 'CONTENT_TYPE_NOT_SUPPORTED',
  [codeOf.extendedCardNotConfigured]: 'EXTENDED_AGENT_CARD_NOT_CONFIGURED',
  [codeOf.versionNotSupported]: 'VERSION_NOT_SUPPORTED',
};

const typeUrl = (name: string) => `type.googleapis.com/${name}`;

/**
 * Returns the error details of A2A 1.0 (section 9.5): `google.rpc.ErrorInfo`, `google.rpc.BadRequest` if the
 * input has faults, and the problem as a `google.protobuf.Struct`, each in the JSON form of `google.protobuf.Any`.
 */
export const toErrorDetails = (code: number, problem: Problem): readonly object[] => [
  {
    '@type': typeUrl('google.rpc.ErrorInfo'),
    ...(REASONS[code] === undefined
      ? { reason: problem.code.toUpperCase(), domain: new URL(problem.type).hostname }
      : { reason: REASONS[code], domain: 'a2a-protocol.org' }),
    metadata: { code: problem.code, status: String(problem.status), instance: problem.instance },
  },
  ...(problem.errors
    ? [
        {
          '@type': typeUrl('google.rpc.BadRequest'),
          fieldViolations: problem.errors.map(({ loc, msg, type }) => ({
            field: toFieldPath(loc),
            description: msg,
            reason: type.toUpperCase(),
          })),
        },
      ]
    : []),
  { '@type': typeUrl('google.protobuf.Struct'), value: problem },
];

/** The path of a field: below `params`, relative to it (`message.parts[0].text`); elsewhere, whole (`header.a2a-version`). */
const toFieldPath = (loc: ProblemIssue['loc']): string =>
  loc
    .slice(loc[1] === 'params' ? 2 : 0)
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`))
    .join('')
    .replace(/^\./, '');
