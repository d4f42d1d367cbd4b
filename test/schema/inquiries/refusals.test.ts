import { describe, expect, test } from 'vitest';
import type { Inquiry, InquiryStatus } from '../../../prisma/client.ts';
import {
  createAcceptedAnswerError,
  createAlreadyAnsweredError,
  createTooManyInquiryClaimsError,
  answerSchema,
  claimOf,
  closeReason,
  inquiryNotFound,
  type InquiryOperation,
  LIFECYCLE,
  questionText,
  throwUnlessUnchanged,
} from '../../../schema/inquiries/rules.ts';
import { findTransition, statesAllowing } from '../../../schema/writes/state-transitions.ts';
import type { Viewer } from '../../../schema/viewer.ts';
import { refusalOf } from '../../support/records/work-packet.ts';

const now = new Date('2026-01-01T12:00:00Z');
const expiresAt = new Date('2026-01-01T12:00:00.001Z');

/** An inquiry of ada at version 3, which bob has claimed. */
const createInquiry = (status: InquiryStatus, more: Partial<Inquiry> = {}) =>
  ({
    id: 'inquiry 1',
    createdBy: 'ada',
    version: 3,
    status,
    claimedBy: 'bob',
    claimedAt: now,
    claimExpiresAt: expiresAt,
    ...more,
  }) as Inquiry;

const toViewer = (name: string) =>
  (name === 'operator' ? { kind: 'operator' } : { kind: 'agent', agent: { handle: name } }) as Viewer;

const attempt = (
  operation: InquiryOperation,
  by: string,
  { status, version = null }: { readonly status: InquiryStatus; readonly version?: number | null },
) => throwUnlessUnchanged(createInquiry(status), { operation, viewer: toViewer(by), now, version });

const answerIt = { operation: 'AnswerInquiry', variables: { inquiryId: 'inquiry 1' } };
const listOpen = { operation: 'Inquiries' };

describe('the operation', () => {
  test.each([
    [
      'claim',
      'eve',
      'claimed',
      'claim_held',
      { holder: 'bob', expires_at: expiresAt.toISOString() },
      [answerIt, listOpen],
    ],
    ['claim', 'eve', 'answered', 'state_conflict', { current_state: 'answered' }, [answerIt, listOpen]],
    ['claim', 'bob', 'closed', 'state_conflict', { current_state: 'closed' }, [listOpen]],
    ['answer', 'eve', 'closed', 'state_conflict', { current_state: 'closed' }, [listOpen]],
    ['close', 'eve', 'open', 'not_owner', {}, []],
    ['close', 'bob', 'claimed', 'not_owner', {}, []],
    ['close', 'eve', 'closed', 'not_owner', {}, []],
    // The operation is allowed now: the status has changed since the update found no row.
    ['claim', 'eve', 'open', 'state_conflict', { current_state: 'open' }, [answerIt, listOpen]],
    ['claim', 'bob', 'claimed', 'state_conflict', { current_state: 'claimed' }, [answerIt, listOpen]],
    ['answer', 'eve', 'answered', 'state_conflict', { current_state: 'answered' }, [answerIt, listOpen]],
    ['close', 'ada', 'open', 'state_conflict', { current_state: 'open' }, [answerIt, listOpen]],
  ] as const)(
    '%s by %s on an inquiry that is %s is refused with %s',
    (operation, by, status, code, members, next) => {
      expect(refusalOf(() => attempt(operation, by, { status }))).toEqual({
        code,
        members,
        next,
        issues: [],
      });
    },
  );

  test('that has become allowed during the call is refused with the advice to send it again', () => {
    expect(() => attempt('claim', 'eve', { status: 'open' })).toThrow(
      'The inquiry is open. Its status changed during this call. Send the call again.',
    );
  });

  test.each(['ada', 'operator'])('close by %s changes nothing if the inquiry is closed already', (by) => {
    expect(attempt('close', by, { status: 'closed' })).toEqual(createInquiry('closed'));
  });

  test.each(['A', null])('close that accepts B is refused if the inquiry is closed with %s', (stored) => {
    const inquiry = createInquiry('closed', { acceptedAnswerId: stored });
    const close = (acceptedAnswerId: string | null) =>
      throwUnlessUnchanged(inquiry, { operation: 'close', viewer: toViewer('ada'), now, acceptedAnswerId });

    expect([close(null), close(stored)]).toEqual([inquiry, inquiry]);
    expect(refusalOf(() => close('B'))).toMatchObject({
      code: 'state_conflict',
      members: { current_state: 'closed' },
    });
  });

  test('close at another version is refused with precondition_failed, unless another refusal applies', () => {
    const inquiry = { operation: 'Inquiry', variables: { inquiryId: 'inquiry 1' } };

    expect(refusalOf(() => attempt('close', 'ada', { status: 'open', version: 2 }))).toMatchObject({
      code: 'precondition_failed',
      members: { current_version: 3 },
      next: [inquiry],
    });
    expect(refusalOf(() => attempt('close', 'ada', { status: 'closed', version: 2 }))?.code).toBe(
      'precondition_failed',
    );
    expect(refusalOf(() => attempt('close', 'eve', { status: 'open', version: 2 }))?.code).toBe('not_owner');
    expect(attempt('close', 'ada', { status: 'closed', version: 3 }).version).toBe(3);
  });
});

test.each([
  [{}, { by: 'bob', claimedAt: now, expiresAt }],
  [{ status: 'answered' }, null],
  [{ claimedBy: null }, null],
  [{ claimedAt: null }, null],
  [{ claimExpiresAt: null }, null],
  [{ claimExpiresAt: now }, null],
] as const)('the claim of an inquiry with %j is %j', (more, claim) => {
  expect(claimOf(createInquiry('claimed', more), now)).toEqual(claim);
});

test('the lifecycle has exactly these transitions, and the lookup of another one throws', () => {
  const rows = LIFECYCLE.map(({ from, operation, who, to, refusal, unchanged }) =>
    [from, operation, who, to ?? refusal, ...(unchanged ? ['unchanged'] : [])].join(' '),
  );

  // The role `creator` is the operator, as in the published lifecycle.
  expect(rows).toEqual([
    'open claim agent claimed',
    'claimed claim holder claimed',
    'claimed claim agent claim_held',
    'answered claim agent state_conflict',
    'closed claim agent state_conflict',
    'claimed lapse time open',
    'open answer agent answered',
    'claimed answer agent answered',
    'answered answer agent answered',
    'closed answer agent state_conflict',
    'open close asker closed',
    'claimed close asker closed',
    'answered close asker closed',
    'open close creator closed',
    'claimed close creator closed',
    'answered close creator closed',
    'answered hide creator open',
    'open unhide creator answered',
    'claimed unhide creator answered',
    'closed close asker closed unchanged',
    'closed close creator closed unchanged',
    'open close agent not_owner',
    'claimed close agent not_owner',
    'answered close agent not_owner',
    'closed close agent not_owner',
  ]);
  expect(statesAllowing(LIFECYCLE, 'close', 'asker')).toEqual(['open', 'claimed', 'answered']);
  expect(() =>
    findTransition(LIFECYCLE, { state: 'open', operation: 'lapse', roles: new Set(['agent']) }),
  ).toThrow('no transition for lapse in state open');
});

test('questions, reasons and schemas have bounds', () => {
  const question = (length: number) => questionText().safeParse('x'.repeat(length)).success;
  const reason = (length: number) => closeReason().safeParse('x'.repeat(length)).success;
  const schema = (value: unknown) => answerSchema().safeParse(value).success;
  const nested = (levels: number): unknown => (levels === 0 ? 1 : { a: nested(levels - 1) });

  expect([2, 3, 4000, 4001].map(question)).toEqual([false, true, true, false]);
  expect([0, 1, 1000, 1001].map(reason)).toEqual([false, true, true, false]);
  const withBytes = (bytes: number) => schema({ a: 'x'.repeat(bytes - '{"a":""}'.length) });
  expect([8192, 8193].map(withBytes)).toEqual([true, false]);
  expect([schema({}), schema([]), schema('x')]).toEqual([true, false, false]);
  expect([10, 11].map((levels) => schema(nested(levels)))).toEqual([true, false]);
});

test('the errors for a missing inquiry, one claim too many, an existing answer and a wrong accepted answer have details and next calls', () => {
  const toRefusal = (error: Error) =>
    refusalOf(() => {
      throw error;
    });

  expect(toRefusal(inquiryNotFound('x'))).toEqual({
    code: 'not_found',
    members: {},
    next: [listOpen],
    issues: [],
  });
  expect(toRefusal(createTooManyInquiryClaimsError())).toEqual({
    code: 'state_conflict',
    members: { current_state: '100 claims' },
    next: [{ operation: 'AnswerInquiry' }, { operation: 'Home' }],
    issues: [],
  });
  expect(toRefusal(createAlreadyAnsweredError('inquiry 1', 'answered'))).toEqual({
    code: 'state_conflict',
    members: { current_state: 'answered' },
    next: [answerIt],
    issues: [],
  });
  expect(toRefusal(createAcceptedAnswerError())).toEqual({
    code: 'validation_failed',
    members: {},
    next: [],
    issues: [['input.acceptedAnswerId', 'value_error']],
  });
});
