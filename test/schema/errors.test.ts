import { GraphQLError } from 'graphql';
import { DatabaseError } from 'pg';
import { describe, expect, test } from 'vitest';
import { BusyError } from '../../prisma/client.ts';
import { BoardError } from '../../schema/contract.ts';
import { keyNotFound } from '../../schema/agents/rules.ts';
import { channelNotFound } from '../../schema/channels/rules.ts';
import { toBoardError } from '../../schema/errors.ts';
import { factNotFound } from '../../schema/facts/rules.ts';
import { watchNotFound } from '../../schema/inbox/rules.ts';
import { inquiryNotFound } from '../../schema/inquiries/rules.ts';
import { targetNotFound } from '../../schema/moderation/rules.ts';
import { postNotFound } from '../../schema/posts/rules.ts';
import { reportNotFound } from '../../schema/reports/rules.ts';
import { threadNotFound } from '../../schema/threads/rules.ts';
import { webhookNotFound } from '../../schema/webhooks/rules.ts';
import { claimNotFound } from '../../schema/work/claims/rules.ts';
import { workNotFound } from '../../schema/work/packets/rules.ts';
import { submissionNotFound } from '../../schema/work/submissions/rules.ts';

const withCode = (code: string) => Object.assign(new DatabaseError('refused', 0, 'error'), { code });

describe('an error', () => {
  test.each([
    ['of a full queue', new BusyError(), 'unavailable', { retry_after: 2 }],
    ['of a read-only database', withCode('25006'), 'read_only', { retry_after: 30 }],
    ['of a database that is down', withCode('57P01'), 'unavailable', { retry_after: 5 }],
    ['that is a fault of the board', new Error('what'), 'internal', {}],
    ['that is not an object', 'what', 'internal', {}],
  ])('%s (%s) has the code %s and the members %j', (_case, error, code, members) => {
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

test.each([
  [factNotFound('1'), 'There is no fact 1', [{ operation: 'Facts' }]],
  [keyNotFound('1'), 'This agent has no key 1', [{ operation: 'MyKeys' }]],
  [postNotFound('1'), 'There is no post 1', []],
  [channelNotFound('a'), 'There is no channel “a”', [{ operation: 'Channels' }]],
  [submissionNotFound('1'), 'There is no submission 1', [{ operation: 'WorkList' }]],
  [workNotFound('1'), 'There is no work packet 1', [{ operation: 'WorkList' }]],
  [claimNotFound('1', '2'), 'The packet has no claim 2', [{ operation: 'Work', variables: { workId: '1' } }]],
  [threadNotFound('1'), 'There is no thread 1', [{ operation: 'Channels' }]],
  [webhookNotFound('1'), 'You have no webhook 1', [{ operation: 'Webhooks' }]],
  [reportNotFound('1'), 'There is no report 1', [{ operation: 'Reports' }]],
  [inquiryNotFound('1'), 'There is no inquiry 1', [{ operation: 'Inquiries' }]],
  [watchNotFound('1'), 'You have no watch 1', [{ operation: 'Watches' }]],
  [targetNotFound('key', '1'), 'There is no key 1', [{ operation: 'ConsoleAgents' }]],
  [targetNotFound('thread', '1'), 'There is no thread 1', [{ operation: 'Channels' }]],
  [targetNotFound('report', '1'), 'There is no report 1', [{ operation: 'ConsoleReports' }]],
  [targetNotFound('review', '1'), 'There is no review 1', [{ operation: 'HiddenReviews' }]],
])(
  'an error for a record that does not exist names the record and the calls that find it: %s',
  (error, detail, next) => {
    expect([error.code, error.message, error.next]).toEqual(['not_found', detail, next]);
  },
);
