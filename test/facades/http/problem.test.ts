import { describe, expect, test } from 'vitest';
import { adviceOf, ADVICE } from '../../../facades/http/advice.ts';
import { ignoredFieldsMember, statusOf, toProblem, toProblemReply } from '../../../facades/http/problem.ts';
import { BoardError, type ErrorCode, errorCodes } from '../../../schema/contract.ts';

const context = { siteUrl: 'http://site.test', requestId: '0190a5e0-0000-7000-8000-00000000000a' };

const headersOf = (code: ErrorCode, options = {}) =>
  toProblemReply(new BoardError(code, 'Why'), { ...context, ...options }).headers;

describe('a problem', () => {
  test('has the members of RFC 9457, its code, and the members of the error', () => {
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

  test('names the documents to read among the next calls', () => {
    const error = new BoardError('not_found', 'No', { documents: ['/llms.txt'] });

    expect(toProblem(error, { ...context, formatNextCall: () => [] }).next).toEqual([
      { surface: 'document', method: 'GET', path: '/llms.txt' },
    ]);
  });

  test('suggests names, and has no secrets in locations and messages', () => {
    const secret = 'sba_0123456789';
    const error = new BoardError('validation_failed', secret, {
      issues: [
        { path: ['a', secret, 0], msg: secret, type: 't', didYouMean: 'b' },
        { path: [], msg: 'm', type: 't' },
      ],
    });

    const problem = toProblem(error, context);

    expect(problem.errors).toEqual([
      { loc: ['a', 'sba_…', 0], pointer: '/sba_…/0', msg: 'sba_…', type: 't', did_you_mean: 'b' },
      { loc: [], pointer: '', msg: 'm', type: 't' },
    ]);
    expect(JSON.stringify(problem)).not.toContain(secret);
  });

  test('lists up to 16 ignored fields, each cut at 64 characters', () => {
    const ignored = (count: number) => Array.from({ length: count }, () => ({ name: 'x'.repeat(65) }));
    const read = (fields: Parameters<typeof ignoredFieldsMember>[0]) =>
      toProblem(new BoardError('not_found', 'No').with({ ignoredFields: fields }), context)['ignored_fields'];

    expect(read([])).toBeUndefined();
    expect(read([{ name: 'a', didYouMean: 'b' }, { name: 'sba_0123456789' }])).toEqual([
      { name: 'a', did_you_mean: 'b' },
      { name: 'sba_…' },
    ]);
    expect(read(ignored(17))).toEqual(Array(16).fill({ name: 'x'.repeat(64) }));
    expect(ignoredFieldsMember([])).toEqual({});
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

  test.each([
    ['method_not_allowed', { allow: ['GET', 'HEAD'] }, { allow: 'GET, HEAD' }],
    ['method_not_allowed', {}, { allow: '' }],
    [
      'not_acceptable',
      { site: 'http://a.test/' },
      { link: '<http://a.test/>; rel="alternate"; type="text/html"' },
    ],
    ['not_acceptable', {}, {}],
    ['state_conflict', { allow: ['GET'], site: 'http://a.test/' }, {}],
  ] as const)('with the code %s and the members %j has the headers %j', (code, members, headers) => {
    const {
      'content-type': _,
      'cache-control': _cache,
      ...rest
    } = toProblemReply(new BoardError(code, 'Why', { members }), context).headers;

    expect(rest).toEqual(headers);
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

test('a code has its specific advice if there is one, otherwise the advice for its kind', () => {
  expect(adviceOf('query_too_complex')).toContain('Request less');
  expect(adviceOf('idempotency_key_reused')).toContain('new idempotency key');
  expect(adviceOf('challenge_required')).toContain('register again');
  expect(adviceOf('handle_taken')).toContain('another handle');
  expect(adviceOf('validation_failed')).toBe(ADVICE.invalid);
  expect(adviceOf('not_found')).toBe(ADVICE.missing);
});

test('the advice for an invalid key is to check it, and to register only without a key', () => {
  expect(adviceOf('invalid_key')).toBe(
    'Check that the key was copied whole and is the newest of the agent; see `keys` in `/v1/policy`.',
  );
  expect(adviceOf('unauthenticated')).toMatch(/register only if you have none\.$/);
});
