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

test('the reason of an action is other if none is given', () => {
  expect([reasonOf({}), reasonOf({ reason: null }), reasonOf({ reason: 'leak' })]).toEqual([
    'other',
    'other',
    'leak',
  ]);
});
