import type { z } from 'zod';

/** The message about a missing value. */
export const REQUIRED = 'Is required';

const TYPE_NAMES: Readonly<Record<string, string>> = {
  array: 'an array',
  int: 'a whole number',
  object: 'an object',
};

/** A zod error map: its messages say which values are allowed. Undefined keeps zod's own message. */
export function describeIssue(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.input === undefined) return REQUIRED;
  if (issue.code === 'invalid_type') return `Must be ${TYPE_NAMES[issue.expected] ?? `a ${issue.expected}`}`;
  if (issue.code === 'too_small' && issue.origin === 'number') return `Must be at least ${issue.minimum}`;
  if (issue.code === 'too_small' && issue.minimum === 1) return 'Must not be empty';
  if (issue.code === 'too_big' && issue.origin === 'number') return `Must be at most ${issue.maximum}`;
  const options = issue.code === 'invalid_value' ? issue.values : issue['options'];
  return Array.isArray(options) ? `Must be one of ${options.join(', ')}` : undefined;
}
