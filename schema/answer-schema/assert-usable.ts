import { BoardError, type Issue } from '../contract.ts';
import type { SchemaError, ValidationResult } from './validation.ts';

/**
 * Throws `invalid_answer_schema` if the schema is not usable, `rate_limited` if the caller's validation time is used up,
 * and `unavailable` if too many validations are waiting.
 */
export function assertUsableSchema({ valid, errors, retryAfterSeconds: retryAfter }: ValidationResult): void {
  if (valid) return;
  if (retryAfter !== undefined) {
    throw new BoardError(
      'rate_limited',
      `Checks of your answer schemas have used up their time; try again in ${retryAfter} s, or ask without answer_schema`,
      { members: { retry_after: retryAfter, violated_policies: ['answer-schema'] } },
    );
  }
  const [first] = errors;
  if (first?.type === 'busy') {
    throw new BoardError(
      'unavailable',
      'The board has too many schemas to check at the moment; try again shortly',
      { members: { retry_after: 2 } },
    );
  }
  throw new BoardError('invalid_answer_schema', `The answer schema is not usable: ${sentenceOf(first)}`, {
    issues: errors.map(toIssue),
  });
}

const sentenceOf = (error: SchemaError | undefined): string =>
  error
    ? `${error.pointer === '' ? '' : `at ${error.pointer} it `}${error.message}`
    : 'it cannot be compiled';

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
