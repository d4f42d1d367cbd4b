import { describe, expect, test } from 'vitest';
import type { RouteDefinition } from '../../../../facades/http/binding/route-definition.ts';
import { etagOf } from '../../../../facades/http/codec/etag.ts';
import { BoardError } from '../../../../schema/contract.ts';
import { rateLimit, openRoute, define, PATCH_FACT, GET_FACT } from './recorded-route.ts';

describe('a route', () => {
  test('reads path, body and idempotency key, and reports ignored fields and the rate limit', async () => {
    const { call, executed } = openRoute(define(PATCH_FACT), ['factId', 'note', 'idempotencyKey']);
    const reply = await call(
      '/v1/facts/F-1',
      { 'idempotency-key': 'k' },
      { note: 'n', notes: 1, idempotency_key: 'x' },
    );
    expect(executed).toEqual([
      { policy: 'agent', variables: { factId: 'F-1', note: 'n', idempotencyKey: 'k' }, issues: [] },
    ]);
    expect(reply).toEqual({
      status: 200,
      headers: {
        'content-type': 'application/json',
        'ratelimit-policy': '"key";q=9;w=6',
        ratelimit: '"key";r=8;t=7',
        'x-ratelimit-limit': '9',
        'x-ratelimit-remaining': '8',
        'x-ratelimit-reset': '7',
        'x-ignored-fields': 'notes, idempotency_key',
      },
      body: '{"id":"F-1","ignored_fields":[{"name":"notes","did_you_mean":"note"},{"name":"idempotency_key"}]}',
    });
  });

  test('ignores an idempotency key that its operation does not take', async () => {
    const { call, executed } = openRoute(define(PATCH_FACT), ['factId']);
    await call('/', { 'idempotency-key': 'k' }, {});
    expect(executed[0]?.variables).toEqual({ factId: 'F-1' });
  });

  test('refuses unknown members only with handling=strict, and confirms that preference', async () => {
    const { call, executed } = openRoute(define(PATCH_FACT), ['factId']);
    const { headers } = await call('/', { prefer: 'handling=strict' }, { notes: 1 });
    expect(executed[0]?.issues).toEqual([
      { path: [], loc: ['body', 'notes'], msg: 'Is not known here', type: 'unknown_parameter' },
    ]);
    expect(headers).toMatchObject({ 'preference-applied': 'handling=strict' });
    expect(headers).not.toHaveProperty('x-ignored-fields');
  });

  test('always refuses unknown parameters of the query, and does not confirm handling=strict for a read', async () => {
    const { call, executed } = openRoute(define(GET_FACT), ['factId', 'limit']);
    await call('/?limits=1&limit=5');
    const { headers } = await call('/?limits=1&limit=5', { prefer: 'handling=strict' });
    const issues = [{ loc: ['query', 'limits'], didYouMean: 'limit' }];
    const refused = { variables: { factId: 'F-1', limit: 5 }, issues };
    expect(executed).toMatchObject([refused, refused]);
    expect(headers).not.toHaveProperty('preference-applied');
  });

  test('does not confirm handling=strict for a DELETE, whose body is not read', async () => {
    const { call } = openRoute(define('DELETE /v1/facts/{fact_id}'), ['factId']);
    const { headers } = await call('/', { prefer: 'handling=strict, return=minimal' });
    expect(headers['preference-applied']).toBe('return=minimal');
  });

  test.each<[string, Partial<RouteDefinition>, boolean]>([
    [PATCH_FACT, {}, true],
    [PATCH_FACT, { hasSecret: true }, false],
    [GET_FACT, {}, false],
  ])('%s with %j returns a minimal record for return=minimal: %s', async (pattern, options, isMinimal) => {
    const { call } = openRoute(define(pattern as typeof PATCH_FACT, options), [], { id: 'F-1', note: 'n' });
    const { body, headers } = await call('/', { prefer: 'return=minimal' });
    expect(JSON.parse(body as string)).toEqual(isMinimal ? { id: 'F-1' } : { id: 'F-1', note: 'n' });
    expect(headers['preference-applied']).toBe(isMinimal ? 'return=minimal' : undefined);
  });

  test('with a secret forbids storing the response; without a secret it has the configured cache control', () => {
    const headersOf = (hasSecret: boolean) => openRoute(define(PATCH_FACT, { hasSecret }), []).route.headers;
    expect([headersOf(true), headersOf(false)]).toEqual([
      { 'cache-control': 'no-store' },
      { 'cache-control': 'private' },
    ]);
  });

  test('responds with its status, and marks a replayed response', async () => {
    const { call } = openRoute(define(PATCH_FACT, { status: 201 }), [], { isReplayed: true });
    expect(await call('/')).toMatchObject({ status: 201, headers: { 'idempotency-replayed': 'true' } });
  });

  test('locates issues, and adds the rate limit and the ignored fields to an error', async () => {
    const issues = [
      { path: ['note', 0], msg: 'a', type: 't' },
      { path: ['idempotencyKey'], msg: 'b', type: 't' },
      { path: [], msg: 'c', type: 't' },
    ];
    const error = new BoardError('validation_failed', 'x', { issues });
    const { call } = openRoute(define(PATCH_FACT), ['factId', 'note', 'idempotencyKey'], error);
    const thrown: unknown = await call('/', {}, { notes: 1 }).catch((caught: unknown) => caught);
    expect(thrown).toMatchObject({
      issues: [{ loc: ['body', 'note', 0] }, { loc: ['header', 'idempotency-key'] }, { loc: ['body'] }],
      rateLimit,
      ignoredFields: [{ name: 'notes', didYouMean: 'note' }],
    });
  });

  test('keeps the rate limit that an error already has', async () => {
    const own = { ...rateLimit, policy: 'own' };
    const { call } = openRoute(
      define(PATCH_FACT),
      [],
      new BoardError('rate_limited', 'x', { rateLimit: own }),
    );
    await expect(call('/')).rejects.toMatchObject({ rateLimit: own });
  });
});

describe('the precondition of a route', () => {
  const names = ['factId', 'version', 'knownVersion'];

  test('is the version in If-Match, or the version in the body if If-Match has none', async () => {
    const { call, executed } = openRoute(define(PATCH_FACT, { isConditional: true }), names);
    await call('/', { 'if-match': '"3.abc"' }, {});
    await call('/', { 'if-match': '"3.abc"' }, { version: null });
    await call('/', { 'if-match': '"3.abc"' }, { version: 3 });
    await call('/', { 'if-match': '*' }, { version: 2 });
    expect(executed.map(({ variables }) => variables)).toEqual([
      { factId: 'F-1', version: 3 },
      { factId: 'F-1', version: 3 },
      { factId: 'F-1', version: 3 },
      { factId: 'F-1', version: 2 },
    ]);
  });

  test('is refused if the versions in If-Match and the body differ', async () => {
    const { call, executed } = openRoute(define(PATCH_FACT, { isConditional: true }), names);
    await expect(call('/', { 'if-match': '"3.abc"' }, { version: 2 })).rejects.toMatchObject({
      code: 'validation_failed',
      issues: [{ loc: ['header', 'if-match'], msg: 'Must not differ from `version` in the body' }],
    });
    expect(executed).toEqual([]);
  });

  test.each(['W/"3"', '"3", "2"', '3'])('is 0, the version of no record, if If-Match is %s', async (tag) => {
    const { call, executed } = openRoute(define(PATCH_FACT, { isConditional: true }), names);
    await call('/', { 'if-match': tag }, { version: 3 });
    expect(executed.map(({ variables }) => variables)).toEqual([{ factId: 'F-1', version: 0 }]);
  });

  test.each([
    [['factId'], 'Is not supported here'],
    [names, 'Is not supported here: send `version` in the body'],
  ])('is refused if the route is not conditional, with the parameters %j', async (parameters, msg) => {
    const { call, executed } = openRoute(define(PATCH_FACT), parameters);
    await expect(call('/', { 'if-match': '"3"' })).rejects.toMatchObject({
      message: 'This route does not support If-Match',
      issues: [{ path: [], loc: ['header', 'if-match'], msg, type: 'value_error' }],
    });
    expect(executed).toEqual([]);
  });

  test('of a read is the version of If-None-Match, unless the query has known_version', async () => {
    const { call, executed } = openRoute(define(GET_FACT), names);
    await call('/', { 'if-none-match': '"3.abc"', 'if-match': '"4"' });
    await call('/?known_version=2', { 'if-none-match': '"3.abc"' });
    await call('/', { 'if-none-match': '*' });
    expect(executed.map(({ variables }) => variables)).toEqual([
      { factId: 'F-1', knownVersion: 3 },
      { factId: 'F-1', knownVersion: '2' },
      { factId: 'F-1' },
    ]);
  });

  test('leads to a 304 for a read, never for a write', async () => {
    const record = { id: 'F-1', version: 3 };
    const tag = etagOf(JSON.stringify(record), 3);
    const read = await openRoute(define(GET_FACT), [], record).call('/', { 'if-none-match': tag });
    const write = await openRoute(define(PATCH_FACT, { isConditional: true }), [], record).call('/', {
      'if-none-match': '"3"',
    });
    expect([read.status, read.body]).toEqual([304, null]);
    expect([write.status, write.headers['etag']]).toEqual([200, '"3"']);
  });
});
