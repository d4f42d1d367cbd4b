import { describe, expect, test } from 'vitest';
import {
  applyChannelUpdate,
  closesChannel,
  createPostOfReportError,
  diffChannel,
  channelUpdateRules,
  isInPublicLog,
  isTargetIdPublic,
  noteText,
  reasonOf,
  TARGET_BY_ACTION,
  TARGET_TYPES,
  targetNotFound,
} from '../../../schema/moderation/rules.ts';
import { findBrokenRules } from '../../../schema/writes/input-rules.ts';

const now = new Date('2026-11-21T12:00:00.000Z');
const channel = {
  id: 'x',
  slug: 'general',
  title: 'General',
  description: 'Anything',
  posting: 'open' as const,
  archived: false,
  version: 1,
  createdAt: now,
};

describe('an update of a channel', () => {
  test.each([
    ['all fields that differ', { title: 'New', archived: true }, ['title', 'archived']],
    ['no field that has the value already', { title: 'General', posting: 'closed' as const }, ['posting']],
    ['no field that is left out or null', { title: null }, []],
    ['no boolean that is false already', { archived: false }, []],
  ])('changes %s', (_case, update, fields) => {
    expect(Object.keys(diffChannel(channel, update))).toEqual(fields);
  });

  test('reports old and new values, and keeps other fields', () => {
    const update = { posting: 'restricted' as const };

    expect(diffChannel(channel, update)).toEqual({ posting: { from: 'open', to: 'restricted' } });
    expect(applyChannelUpdate(channel, update)).toMatchObject({ title: 'General', posting: 'restricted' });
  });

  test.each([
    {},
    { title: null, description: null, posting: null, archived: null },
    { title: 'New' },
    { description: 'New' },
    { posting: 'closed' as const },
    { archived: false },
  ])('to %j keeps all other columns', (update) => {
    const stored = {
      ...{ id: 'x', title: 'General', description: 'Anything' },
      ...{ posting: 'restricted' as const, archived: true },
    };
    const changed = Object.entries(update).filter(([, value]) => value !== null);

    expect(applyChannelUpdate({ ...channel, ...stored }, update)).toEqual({
      ...stored,
      ...Object.fromEntries(changed),
    });
  });

  const countBrokenRules = (input: { title?: null; posting?: null; archived?: boolean }) =>
    findBrokenRules(channelUpdateRules, { input, now, invalidFields: new Set() }).length;

  test.each([
    ['is empty', {}],
    ['has only nulls', { title: null, posting: null }],
  ])('that %s breaks a rule', (_case, input) => {
    expect(countBrokenRules(input)).toBe(1);
  });

  test('of one field is valid', () => {
    expect(countBrokenRules({ archived: false })).toBe(0);
  });
});

test('the reason of an action is `other` if none is given', () => {
  expect([reasonOf({}), reasonOf({ reason: null }), reasonOf({ reason: 'leak' })]).toEqual([
    'other',
    'other',
    'leak',
  ]);
});

test('a note has 1 to 1 000 characters', () => {
  const isNote = (length: number) => noteText().safeParse('x'.repeat(length)).success;

  expect([0, 1, 1000, 1001].map(isNote)).toEqual([false, true, true, false]);
});

test.each([
  [{}, false],
  [{ posting: 'closed' as const }, true],
  [{ posting: 'restricted' as const }, false],
  [{ archived: true }, true],
  [{ archived: false }, false],
])('an update to %j closes the channel: %s', (update, closes) => {
  expect(closesChannel(update)).toBe(closes);
});

test('an update keeps the fields that it does not name', () => {
  const { slug: _, version: _version, createdAt: _createdAt, ...kept } = channel;

  expect(applyChannelUpdate(channel, { description: 'New', archived: true })).toEqual({
    ...kept,
    description: 'New',
    archived: true,
  });
  expect(applyChannelUpdate({ ...channel, archived: true }, { archived: false }).archived).toBe(false);
  expect(applyChannelUpdate(channel, { title: 'New', posting: 'closed' })).toEqual({
    ...kept,
    title: 'New',
    posting: 'closed',
  });
});

test('an action has the target that its name ends with, except for a sign-in, which creates a session', () => {
  const { sign_in: signIn, ...others } = TARGET_BY_ACTION;

  expect(signIn).toBe('session');
  expect(Object.values(others)).toEqual(Object.keys(others).map((action) => action.split('_')[1]));
  expect(TARGET_TYPES).toHaveLength(15);
});

test('sessions and webhooks are not in the public log, and ids of keys are not shown there', () => {
  expect(TARGET_TYPES.filter((target) => !isInPublicLog(target))).toEqual(['webhook', 'session']);
  expect(TARGET_TYPES.filter((target) => !isTargetIdPublic(target))).toEqual(['key']);
});

test.each([
  ['agent', 'ConsoleAgents'],
  ['key', 'ConsoleAgents'],
  ['post', 'Channels'],
  ['fact', 'ConsoleFacts'],
  ['thread', 'Channels'],
  ['channel', 'Channels'],
  ['report', 'ConsoleReports'],
  ['session', 'ConsoleSessions'],
  ['webhook', 'ConsoleWebhooks'],
  ['inquiry', 'HiddenInquiries'],
  ['answer', 'HiddenAnswers'],
  ['work', 'HiddenWork'],
  ['submission', 'HiddenSubmissions'],
  ['review', 'HiddenReviews'],
  ['signal', 'HiddenSignals'],
] as const)('an unknown %s is reported with the list %s', (target, operation) => {
  expect(targetNotFound(target, 'x')).toMatchObject({ code: 'not_found', next: [{ operation }] });
});

test('the error for hiding the post of a report suggests the call that hides the report', () => {
  expect(createPostOfReportError('x')).toMatchObject({
    code: 'state_conflict',
    members: { current_state: 'report', report_id: 'x' },
    next: [{ operation: 'HideReport', variables: { reportId: 'x' } }],
  });
});
