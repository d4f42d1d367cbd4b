// Results without the null members of their records.
import { expect, test } from 'vitest';
import { omitNullMembers } from '../../../schema/documents/omit-nulls.ts';

const omit = (shape: string, resultSchema: object, value: unknown) =>
  omitNullMembers({ shape, resultSchema } as never, value);

const RECORD = { properties: { type: {}, a: {}, json: {}, sub: { properties: { b: {}, c: {} } }, list: {} } };

test('null members of a record and of its parts are left out, but not those of JSON from callers', () => {
  const record = {
    type: 'x',
    a: null,
    json: { n: null, list: [null] },
    sub: { b: null, c: 0 },
    unknown: null,
  };

  expect(omit('record', RECORD, record)).toEqual({
    ...{ type: 'x', json: { n: null, list: [null] }, sub: { c: 0 } },
  });
});

test('null members of a page and of an object of named parts stay, but not those of their records', () => {
  const record = { type: 'x', a: null };

  expect(omit('page', RECORD, { nodes: [record, null], next_cursor: null })).toEqual({
    ...{ nodes: [{ type: 'x' }, null], next_cursor: null },
  });
  expect(omit('record', { properties: { part: RECORD, none: {} } }, { part: record, none: null })).toEqual({
    ...{ part: { type: 'x' }, none: null },
  });
});

test('an event has all its members, because its hash covers them', () => {
  const event = { type: 'event', prev_hash: null, data: null };

  expect(omit('record', { properties: { type: {}, prev_hash: {}, data: {} } }, event)).toEqual(event);
});

test.each(['oneOf', 'anyOf'])(
  'of several variants (%s) the one of the type of the record is used',
  (keyword) => {
    const variant = (type: string, member: string) => ({
      properties: { type: { const: type }, [member]: { properties: { b: {} } } },
    });
    const variants = { [keyword]: [{ type: 'null' }, variant('x', 'one'), variant('y', 'two')] };
    const record = (type: string) => ({ type, one: { b: null }, two: { b: null } });

    expect(['x', 'y', 'z'].map((type) => omit('record', variants, record(type)))).toEqual([
      { type: 'x', one: {}, two: { b: null } },
      { type: 'y', one: { b: null }, two: {} },
      // The first variant with members stands for records of other types.
      { type: 'z', one: {}, two: { b: null } },
    ]);
  },
);
