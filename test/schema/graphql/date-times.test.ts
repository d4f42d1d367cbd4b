import { type GraphQLScalarType, parseValue } from 'graphql';
import { expect, test } from 'vitest';
import { schema } from '../../../schema/index.ts';
import { NOW } from '../../../schema/values/validators.ts';

const dateTime = schema.getType('DateTime') as GraphQLScalarType<Date>;

test.each([
  ['"now"', NOW],
  ['"2026-01-02T03:04:05Z"', new Date('2026-01-02T03:04:05.000Z')],
  ['"2026-01-02T05:04:05.006+02:00"', new Date('2026-01-02T03:04:05.006Z')],
])('the time %s is read from a variable and from a document', (text, time) => {
  expect([dateTime.parseValue(JSON.parse(text)), dateTime.parseLiteral(parseValue(text))]).toEqual([
    time,
    time,
  ]);
});

const msg = 'Must be a time (RFC 3339, such as 2026-11-21T12:00:00Z); some arguments also accept now';
const refusal = expect.objectContaining({
  message: msg,
  code: 'validation_failed',
  issues: [{ path: [], msg, type: 'datetime' }],
}) as Error;

test.each(['"tomorrow"', '"2026-01-02"', '["2026-01-02T03:04:05Z"]', '1767323045000', 'true', '{}'])(
  '%s is no time',
  (text) => {
    expect(() => dateTime.parseValue(JSON.parse(text))).toThrow(refusal);
    expect(() => dateTime.parseLiteral(parseValue(text))).toThrow(refusal);
  },
);

test('in a document `now` is a text, and no name', () => {
  expect(() => dateTime.parseLiteral(parseValue('now'))).toThrow(refusal);
});
