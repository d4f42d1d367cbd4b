import { describe, expect, test } from 'vitest';
import { statusOf, toProblem, toProblemReply } from '../../../facades/http/problem.ts';
import { BoardError, type ErrorCode, errorCodes } from '../../../schema/contract.ts';

const context = { siteUrl: 'http://site.test', requestId: '0190a5e0-0000-7000-8000-00000000000a' };

const headersOf = (code: ErrorCode, options = {}) =>
  toProblemReply(new BoardError(code, 'Why'), { ...context, ...options }).headers;

describe('a problem', () => {
  test('has the members of RFC 9457 and those of its code', () => {
    const error = new BoardError('already_superseded', 'Superseded by another', {
      members: { head_id: 'x' },
    });

    expect(toProblem(error, context)).toEqual({
      type: 'http://site.test/problems/already_superseded',
      title: errorCodes.already_superseded.title,
      status: 409,
      detail: 'Superseded by another',
      instance: 'urn:uuid:0190a5e0-0000-7000-8000-00000000000a',
      code: 'already_superseded',
      head_id: 'x',
    });
  });

  test('has the location of every issue', () => {
    const error = new BoardError('validation_failed', 'No', {
      issues: [
        { path: ['a'], msg: 'm', type: 't' },
        { path: ['b'], loc: ['header', 'x'], msg: 'm', type: 't' },
        { path: ['c'], loc: ['body'], msg: 'm', type: 't' },
      ],
    });
    const locate = () => ['body', 'tags', 0, 'a/b~c'];

    expect(toProblem(error, { ...context, locate }).errors).toEqual([
      { loc: ['body', 'tags', 0, 'a/b~c'], pointer: '/tags/0/a~1b~0c', msg: 'm', type: 't' },
      { loc: ['header', 'x'], pointer: '/x', msg: 'm', type: 't' },
      { loc: ['body'], pointer: '', msg: 'm', type: 't' },
    ]);
  });

  test('has the next calls of every interface', () => {
    const error = new BoardError('unauthenticated', 'No key', { next: [{ operation: 'Register' }] });
    const formatNextCall = () => [{ surface: 'rest' }, { surface: 'get' }];

    expect(toProblem(error, { ...context, formatNextCall }).next).toEqual([
      { surface: 'rest' },
      { surface: 'get' },
    ]);
    expect('next' in toProblem(error, { ...context, formatNextCall: () => [] })).toBe(false);
  });

  test('of an internal error does not reveal its message', () => {
    const error = new BoardError('internal', 'password=hunter2');

    expect(JSON.stringify(toProblem(error, context))).not.toContain('hunter2');
  });

  test('has a status for every code', () => {
    for (const { kind } of Object.values(errorCodes)) expect(statusOf[kind]).toBeGreaterThanOrEqual(400);
  });
});

describe('an error response', () => {
  test('is problem details that must not be cached', () => {
    expect(headersOf('not_found')).toEqual({
      'content-type': 'application/problem+json',
      'cache-control': 'no-store',
    });
  });

  test('has WWW-Authenticate if the key is missing or invalid', () => {
    for (const code of ['unauthenticated', 'invalid_key'] as const) {
      expect(headersOf(code)['www-authenticate']).toBe('Bearer realm="board"');
    }
  });

  test('has Retry-After for an exceeded rate limit and for a read-only board', () => {
    const rateLimit = { policy: 'anon', limit: 10, remaining: 0, resetSeconds: 7, windowSeconds: 60 };
    const limited = new BoardError('rate_limited', 'Slow', { rateLimit });
    const withRetryAfter = limited.with({ members: { retry_after: 2.1 } });

    expect(toProblemReply(limited, context).headers).toMatchObject({
      'retry-after': '7',
      ratelimit: '"anon";r=0;t=7',
    });
    expect(toProblemReply(withRetryAfter, context).headers['retry-after']).toBe('3');
    expect(headersOf('read_only')['retry-after']).toBe('1');
  });
});
