import { GraphQLError } from 'graphql';
import { DatabaseError } from 'pg';
import { describe, expect, test } from 'vitest';
import { BusyError } from '../../prisma/client.ts';
import { BoardError } from '../../schema/contract.ts';
import { toBoardError } from '../../schema/errors.ts';
import { limitIssues } from '../../schema/issues.ts';

const withCode = (code: string) => Object.assign(new DatabaseError('refused', 0, 'error'), { code });

describe('an error', () => {
  test.each([
    ['of a full queue', new BusyError(), 'unavailable', { retry_after: 2 }],
    ['of a read-only database', withCode('25006'), 'read_only', { retry_after: 30 }],
    ['of a database that is down', withCode('57P01'), 'unavailable', { retry_after: 5 }],
    ['that nobody expects', new Error('what'), 'internal', {}],
    ['that is no object', 'what', 'internal', {}],
  ])('%s is %s %s', (_case, error, code, members) => {
    const { code: actual, members: actualMembers } = toBoardError(error);
    expect([actual, actualMembers]).toEqual([code, members]);
  });

  test('of a resolver is unwrapped, and one of GraphQL has its path', () => {
    const error = new BoardError('not_found', 'There is none');
    const wrapped = new GraphQLError('There is none', { originalError: error });
    expect(toBoardError(wrapped)).toBe(error);
    expect(toBoardError(error)).toBe(error);
    expect(toBoardError(new GraphQLError('Wrong', { path: ['a', 0] }))).toMatchObject({
      code: 'validation_failed',
      issues: [{ path: ['a', 0], msg: 'Wrong', type: 'graphql' }],
    });
  });
});

describe('the issues of an error', () => {
  const issue = (path: readonly (string | number)[], msg = 'wrong') => ({ path, msg, type: 'value_error' });
  const many = (count: number) => Array.from({ length: count }, (_, i) => issue(['input', 'list', i]));

  test('are all listed up to 16', () => {
    const issues = [...many(15), issue([])];
    expect(limitIssues('Wrong', issues)).toEqual({ detail: 'Wrong', issues });
  });

  test('beyond 16 are counted, and those with short paths are listed first, in their order', () => {
    const given = [...many(16), issue([])];
    expect(limitIssues('Wrong', given)).toEqual({
      detail: 'Wrong; 1 more fault is not listed',
      issues: [issue([]), ...many(15)],
    });
    expect(limitIssues('Wrong', many(18)).detail).toBe('Wrong; 2 more faults are not listed');
  });

  test('are ordered by their locations in the request, where these are known', () => {
    const far = { ...issue([]), loc: ['body', 'a', 'b'] };
    const near = { ...issue(['a', 'b', 'c', 'd']), loc: ['body'] };
    expect(limitIssues('', [far, ...many(15), near]).issues[0]).toEqual(near);
  });

  test('have messages of at most 4000 characters together, and paths of at most 128', () => {
    const long = {
      ...issue(['x'.repeat(100), 'y'.repeat(100), 'z'], 'm'.repeat(5000)),
      loc: ['l'.repeat(200), 1],
    };
    const [first, second] = limitIssues('d'.repeat(3000), [long, long]).issues;
    expect(first).toEqual({
      path: ['x'.repeat(100), `${'y'.repeat(27)}…`],
      msg: `${'m'.repeat(1999)}…`,
      type: 'value_error',
      loc: [`${'l'.repeat(127)}…`],
    });
    expect(second).toEqual(first);
    expect(limitIssues('d'.repeat(3000), []).detail).toBe(`${'d'.repeat(2499)}…`);
  });

  test('count the digits of numbers in their paths', () => {
    const path = ['x'.repeat(126), 12, 'y'];
    expect(limitIssues('', [issue(path)]).issues[0]?.path).toEqual(['x'.repeat(126), 12]);
  });
});
