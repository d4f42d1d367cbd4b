import { describe, expect, test } from 'vitest';
import { toDetail } from '../../../../facades/http/problem-detail.ts';
import { BoardError } from '../../../../schema/contract.ts';

describe('the detail of a problem', () => {
  const TITLE = 'The request fails validation';
  const fault = (msg: string, ...loc: (string | number)[]) => ({ loc, msg });

  test.each([
    [TITLE, [], TITLE],
    [TITLE, [fault('Is required', 'body', 'tags', 0)], 'tags.0: is required'],
    [
      `${TITLE}; 2 more faults`,
      [fault('Is required', 'body', 'a'), fault('x', 'body', 'b')],
      'a: is required; 2 more faults',
    ],
    [TITLE, [fault('JSON is missing', 'body', 'a')], 'a: JSON is missing'],
    [TITLE, [fault('Must be an object', 'body')], 'Must be an object'],
    [TITLE, [fault('m'.repeat(501), 'body', 'a')], `a: ${'m'.repeat(499)}…`],
    [TITLE, [fault('m'.repeat(500), 'body', 'a')], `a: ${'m'.repeat(500)}`],
    [`${TITLE} here`, [fault('Is required', 'body', 'a')], `${TITLE} here`],
    [`${TITLE}s`, [fault('Is required', 'body', 'a')], `${TITLE}s`],
    ['Other message', [fault('Is required', 'body', 'a')], 'Other message'],
  ])('of an error with the message %j and the faults %j is %j', (message, faults, expected) => {
    expect(toDetail(new BoardError('validation_failed', message), faults)).toBe(expected);
  });
});
