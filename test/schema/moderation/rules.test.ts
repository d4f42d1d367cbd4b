import { describe, expect, test } from 'vitest';
import {
  applyChannelUpdate,
  diffChannel,
  channelUpdateRules,
  reasonOf,
} from '../../../schema/moderation/rules.ts';
import { findBrokenRules } from '../../../schema/writes/input-rules.ts';

const now = new Date('2026-11-21T12:00:00.000Z');
const channel = {
  ...{ id: 'x', slug: 'general', title: 'General', description: 'Anything', posting: 'open' as const },
  ...{ archived: false, version: 1, createdAt: now },
};

describe('an update of a channel', () => {
  test.each([
    ['all that differs', { title: 'New', archived: true }, ['title', 'archived']],
    ['not what is so already', { title: 'General', posting: 'closed' as const }, ['posting']],
    ['nothing that is left out or null', { title: null }, []],
    ['a word back to false', { archived: false }, []],
  ])('changes %s', (_case, update, fields) => {
    expect(Object.keys(diffChannel(channel, update))).toEqual(fields);
  });

  test('says what was and what is, and leaves the rest as it was', () => {
    const update = { posting: 'restricted' as const };

    expect(diffChannel(channel, update)).toEqual({ posting: { from: 'open', to: 'restricted' } });
    expect(applyChannelUpdate(channel, update)).toMatchObject({ title: 'General', posting: 'restricted' });
  });

  test.each([
    ['empty', {}, 1],
    ['of nulls', { title: null, posting: null }, 1],
    ['of one field', { archived: false }, 0],
  ])('that is %s keeps or breaks the rule', (_case, input, count) => {
    expect(findBrokenRules(channelUpdateRules, { input, now, invalidFields: new Set() })).toHaveLength(count);
  });
});

test('an action has another reason where none is given', () => {
  expect([reasonOf({}), reasonOf({ reason: null }), reasonOf({ reason: 'leak' })]).toEqual([
    'other',
    'other',
    'leak',
  ]);
});
