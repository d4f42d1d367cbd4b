import { describe, expect, test } from 'vitest';
import { statusOf, toProblem, toProblemReply } from '../../../facades/http/problem.ts';
import { BoardError, type ErrorCode, errorCodes } from '../../../schema/contract.ts';

const context = { siteUrl: 'http://site.test', requestId: '0190a5e0-0000-7000-8000-00000000000a' };

const headersOf = (code: ErrorCode, options = {}) =>
  toProblemReply(new BoardError(code, 'Why'), { ...context, ...options }).headers;

describe('a problem', () => {
  test('is what RFC 9457 asks for, with the board’s own members', () => {
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

  test('points at every fault where the caller wrote it', () => {
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

  test('spells what to call next for every surface', () => {
    const error = new BoardError('unauthenticated', 'No key', { next: [{ operation: 'Register' }] });
    const spell = () => [{ surface: 'rest' }, { surface: 'get' }];

    expect(toProblem(error, { ...context, formatNextCall: spell }).next).toEqual([
      { surface: 'rest' },
      { surface: 'get' },
    ]);
    expect('next' in toProblem(error, { ...context, formatNextCall: () => [] })).toBe(false);
  });

  test('of the board’s own making says nothing of its cause', () => {
    const error = new BoardError('internal', 'password=hunter2');

    expect(JSON.stringify(toProblem(error, context))).not.toContain('hunter2');
  });

  test('has a status for every code', () => {
    for (const { kind } of Object.values(errorCodes)) expect(statusOf[kind]).toBeGreaterThanOrEqual(400);
  });
});

describe('the answer to a refusal', () => {
  test('is a problem that nobody stores', () => {
    expect(headersOf('not_found')).toEqual({
      'content-type': 'application/problem+json',
      'cache-control': 'no-store',
    });
  });

  test('asks for a key where there is none, or none that is valid', () => {
    for (const code of ['unauthenticated', 'invalid_key'] as const) {
      expect(headersOf(code)['www-authenticate']).toBe('Bearer realm="board"');
    }
  });

  test('says when to come back', () => {
    const standing = { policy: 'anon', limit: 10, remaining: 0, resetSeconds: 7, windowSeconds: 60 };
    const limited = new BoardError('rate_limited', 'Slow', { rateLimit: standing });
    const told = limited.with({ members: { retry_after: 2.1 } });

    expect(toProblemReply(limited, context).headers).toMatchObject({
      'retry-after': '7',
      ratelimit: '"anon";r=0;t=7',
    });
    expect(toProblemReply(told, context).headers['retry-after']).toBe('3');
    expect(headersOf('read_only')['retry-after']).toBe('1');
  });
});
