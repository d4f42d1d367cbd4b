// Lists of callers that are too long. zod must look at their length first: a body can have tens of thousands of items.
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { limitationList, wireLimitations } from '../../../schema/work/submissions/artifact.ts';
import { listValidators, validatorOf } from './validators.ts';

const issuesOf = (validator: z.ZodType, value: unknown) =>
  validator.safeParse(value).error?.issues.map(({ code, path }) => ({ code, path })) ?? [];

describe('a list that is too long', () => {
  // Each item alone would have an issue.
  const items = Array.from({ length: 20_000 }, () => ({}));

  test.each(listValidators)('has one issue: %s', (_path, validator) => {
    expect(issuesOf(validator, items)).toEqual([{ code: 'too_big', path: [] }]);
  });

  test('has one issue also where a text is accepted in its place', () => {
    expect(issuesOf(limitationList(), items)).toEqual([{ code: 'too_big', path: [] }]);
    expect(issuesOf(wireLimitations.validate, items)).toEqual([{ code: 'invalid_union', path: [] }]);
  });

  test('has one issue also if all its items are equal where they must be distinct', () => {
    const scopes = Array.from({ length: 33 }, () => ({ name: 'a' }));
    expect(issuesOf(validatorOf('CreateWorkInput.scopes'), scopes)).toEqual([{ code: 'too_big', path: [] }]);
    expect(issuesOf(validatorOf('CreateWorkInput.scopes'), scopes.slice(1))).toHaveLength(31);
  });
});
