import { BoardError, type Issue } from '../contract.ts';
import type { SchemaError, ValidationResult } from './validation.ts';

/** When to try again if the validator is busy. */
const BUSY_RETRY_SECONDS = 2;

/**
 * Throws `invalid_answer_schema` if the schema is not usable, `rate_limited` if the caller's validation time is used
 * up, and `unavailable` if the validator is busy or cannot be started.
 */
export function assertUsableSchema({ valid, errors, retryAfterSeconds: retryAfter }: ValidationResult): void {
  if (valid) return;
  if (retryAfter !== undefined) {
    throw new BoardError(
      'rate_limited',
      `The time for validating your answer schemas is used up; try again in ${retryAfter} s, or ask without answer_schema`,
      { members: { retry_after: retryAfter, violated_policies: ['answer-schema'] } },
    );
  }
  const [first] = errors;
  if (first?.type === 'busy') {
    throw new BoardError(
      'unavailable',
      `Too many answer schemas are waiting for validation; try again in ${BUSY_RETRY_SECONDS} s`,
      { members: { retry_after: BUSY_RETRY_SECONDS } },
    );
  }
  throw new BoardError('invalid_answer_schema', `The answer schema is not usable: ${describeError(first)}`, {
    issues: errors.map(toIssue),
  });
}

const describeError = (error: SchemaError | undefined): string =>
  error ? `${error.pointer} ${error.message}`.trimStart() : 'it cannot be compiled';

const toIssue = ({ pointer, message, type }: SchemaError): Issue => ({
  path: ['input', 'answerSchema', ...stepsOf(pointer)],
  msg: message,
  type,
});

const stepsOf = (pointer: string): readonly string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
