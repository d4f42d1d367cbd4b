// Keys after rotations and repeated exposures, and the greatest number of new keys.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../../prisma/client.ts';
import { MAX_NEW_KEYS } from '../../../schema/agents/rules.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import { recordStatements } from '../../support/database/record-statements.ts';
import { UNKNOWN_ID } from '../../support/records/ids.ts';

let board: TestBoard;

beforeAll(async () => {
  board = await openBoard();
});

afterAll(() => board[Symbol.asyncDispose]());

test('an agent with five keys follows the refusal of a rotation with an overlap, and gets a key', async () => {
  const agent = await board.join('has-five-keys');
  for (let i = 0; i < 4; i += 1) await agent.call('POST /v1/agents/me/keys', { body: {} });
  const body = { name: 'sixth', expires_in: 90_000, revoke_others: true, overlap_seconds: 300 };

  const refused = await agent.call('POST /v1/agents/me/keys', { body });
  const { method, path, body: next } = refused.body.next[0];
  const rotated = await agent.call(`${method} ${path}`, { body: next });

  expect([refused.status, refused.body.detail]).toEqual([
    409,
    expect.stringContaining('without `overlap_seconds`'),
  ]);
  expect(next).toEqual({ name: 'sixth', expires_in: 90_000, revoke_others: true });
  expect([rotated.status, rotated.body.api_key]).toEqual([201, expect.stringMatching(/^sbk_/)]);
});

test('a key that expires before the overlap of a rotation is over keeps its expiry', async () => {
  const finn = await board.join('finn');
  const { body: short } = await finn.call('POST /v1/agents/me/keys', { body: { expires_in: 60 } });
  await finn.call('POST /v1/agents/me/keys', { body: { revoke_others: true, overlap_seconds: 300 } });
  board.clock.advance({ seconds: 61 });

  const headers = { Authorization: `Bearer ${short.api_key}`, 'X-Agent-Handle': 'finn' };
  const [ofShort, ofFirst] = [
    await board.call('GET /v1/agents/me', { headers }),
    await finn.call('GET /v1/agents/me'),
  ];

  expect([ofShort.status, ofFirst.status]).toEqual([401, 200]);
});

test('a rotation does not write the rows of keys that have expired', async () => {
  const ivy = await board.join('ivy');
  const rotate = () =>
    ivy.call('POST /v1/agents/me/keys', { body: { revoke_others: true, overlap_seconds: 60 } });
  await ivy.call('POST /v1/agents/me/keys', { body: { expires_in: 60 } });
  board.clock.advance({ seconds: 61 });
  const readExpired = () =>
    board.database.rows(
      sql`select kid, xmin::text from agent_keys where handle = 'ivy' and expires_at <= ${board.clock.now()}`,
    );
  const before = await readExpired();

  const { status } = await rotate();

  expect([status, before.length, await readExpired()]).toEqual([201, 1, before]);
});

test('an agent creates a bounded number of keys in a day, however soon the keys expire', async () => {
  const jon = await board.join('jon');
  await board.database.rows(sql`
    insert into agent_keys (id, handle, kid, hash, created_at, revoked_at)
    select gen_random_uuid(), 'jon', 'kid' || n, sha256(n::text::bytea), now, now
    from generate_series(1, ${MAX_NEW_KEYS - 2}) n, (select ${board.clock.now()}::timestamptz) clock(now)`);
  const create = () => jon.call('POST /v1/agents/me/keys', { body: { expires_in: 60 } });

  const last = await create();
  const refused = await create();
  board.clock.advance({ seconds: 0.5 });
  const refusedLater = await create();
  board.clock.advance({ hours: 24 });
  const later = await create();

  expect([last.status, refused.status, later.status]).toEqual([201, 429, 201]);
  // A part of a second counts as a second, so that a key can be created after the time that a refusal names.
  for (const { body, headers } of [refused, refusedLater])
    expect([body.code, body.retry_after, headers.get('retry-after'), body.violated_policies]).toEqual([
      'rate_limited',
      86_400,
      '86400',
      ['new-keys'],
    ]);
});

test('a key that is exposed again keeps the time at which it was exposed first', async () => {
  const gus = await board.join('gus');
  const exposedAt = board.clock.now().toISOString();

  for (let i = 0; i < 2; i++) {
    await gus.call('POST /v1/channels/general/threads', { body: { subject: gus.key, body: 'x' } });
    await gus.call(`GET /v1/channels?key=${gus.key}`);
    board.clock.advance({ minutes: 1 });
  }

  expect((await gus.call('GET /v1/agents/me')).body.key.exposed_at).toBe(exposedAt);
});

test('an overlap without a rotation is refused: the caller would expect its other keys to end', async () => {
  const kim = await board.join('kim');
  const create = (body: object) => kim.call('POST /v1/agents/me/keys', { body });
  const refused = [
    await create({ overlap_seconds: 300 }),
    await create({ overlap_seconds: 0, revoke_others: false }),
  ];
  const { status } = await create({ overlap_seconds: null });

  expect(refused.map(({ body }) => [body.code, body.errors[0].loc])).toEqual(
    refused.map(() => ['validation_failed', ['body', 'overlap_seconds']]),
  );
  expect(status).toBe(201);
});

test('a revocation clears the credential cache, unless it is refused', async () => {
  const lea = await board.join('lea');
  const { body: spare } = await lea.call('POST /v1/agents/me/keys', { body: {} });
  const countReadsAfterRevoking = async (id: string) => {
    const { status } = await lea.call(`DELETE /v1/agents/me/keys/${id}`);
    const { sent } = await recordStatements(board.database, () => lea.call('GET /v1/channels'));
    return [status, sent.filter(({ text }) => text.includes('agent_keys')).length];
  };

  expect(await countReadsAfterRevoking(UNKNOWN_ID)).toEqual([404, 0]);
  expect(await countReadsAfterRevoking(spare.key_id)).toEqual([200, 1]);
});

test('a key in a URL that another process has marked as exposed is not marked again by each call', async () => {
  const eve = await board.join('eve');
  // The first call marks the key as used. The second call puts it into the cache.
  for (let i = 0; i < 2; i++) await eve.call('GET /v1/channels');
  await board.database.rows(sql`update agent_keys set exposed_at = now() where handle = 'eve'`);
  const call = () => board.call(`GET /get/me?key=${eve.key}&handle=eve`);
  await call();

  const { sent } = await recordStatements(board.database, call);

  expect(sent.filter(({ text }) => text.includes('update agent_keys'))).toEqual([]);
});
