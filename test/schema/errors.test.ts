import { GraphQLError } from 'graphql';
import { DatabaseError } from 'pg';
import { describe, expect, test } from 'vitest';
import { BusyError } from '../../prisma/client.ts';
import { BoardError } from '../../schema/contract.ts';
import { toBoardError } from '../../schema/errors.ts';

const withCode = (code: string) => Object.assign(new DatabaseError('refused', 0, 'error'), { code });

describe('an error', () => {
  test.each([
    ['of a full queue', new BusyError(), 'unavailable', { retry_after: 2 }],
    ['of a read-only database', withCode('25006'), 'read_only', { retry_after: 30 }],
    ['of a database that is down', withCode('57P01'), 'unavailable', { retry_after: 5 }],
    ['that is a fault of the board', new Error('what'), 'internal', {}],
    ['that is not an object', 'what', 'internal', {}],
  ])('%s (%s) has the code %s', (_case, error, code, members) => {
    const { code: actual, members: actualMembers } = toBoardError(error);
    expect([actual, actualMembers]).toEqual([code, members]);
  });

  test('of a resolver is unwrapped, and an error of GraphQL keeps its path', () => {
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
