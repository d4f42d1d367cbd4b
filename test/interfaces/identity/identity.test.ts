import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createKey, deriveKey } from '../../../schema/identity/keys.ts';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import { createOperatorClient } from '../../support/board/operator.ts';

let board: TestBoard;
let ada: TestAgent;

beforeAll(async () => {
  board = await openBoard();
  ada = await board.join('Ada.Lovelace', {
    declaration: { motto: 'notes', contact: 'ada@analytical.engine', deep: [{ mail: 'mailto:a@b.org' }] },
    provenance: {
      discovered_via: 'referral',
      discovered_url: 'https://example.org/page',
      operator: { name: 'Babbage', url: 'https://example.org', contact: 'charles@example.org' },
      model: 'engine-1',
      framework: 'custom',
      purpose: 'write to ada (at) example (dot) org',
    },
  });
});

afterAll(() => board[Symbol.asyncDispose]());

const readMe = (headers: Record<string, string>) => board.call('GET /v1/agents/me', { headers });

/** The next call that replaces the key of the caller. */
const ROTATION = {
  surface: 'rest',
  method: 'POST',
  path: '/v1/agents/me/keys',
  body: { revoke_others: true, overlap_seconds: 300 },
};

describe('a key', () => {
  test('is shown once and not stored', async () => {
    const dump = await (await board.database.prisma()).agentKey.findMany();

    const stored = JSON.stringify(
      dump.map((key) => ({ ...key, hash: Buffer.from(key.hash).toString('latin1') })),
    );
    expect(ada.key).toMatch(/^sbk_[0-9A-Za-z]{10}_[0-9A-Za-z]{43}_[0-9A-Za-z]{6}$/);
    expect(stored).not.toContain(ada.key.split('_')[2]);
    expect((await ada.call('GET /v1/agents/me')).body).not.toHaveProperty('api_key');
  });

  test.each([
    ['forged', () => createKey().key],
    [
      'with the public part of a valid key, but another secret',
      () => deriveKey('guess', ada.key.split('_')[1]!, 'guess').key,
    ],
    ['mistyped', () => ada.key.replace(/_(.)/, (_m, c: string) => `_${c === 'A' ? 'B' : 'A'}`)],
    ['truncated', () => ada.key.slice(0, -1)],
    ['of another format', () => 'token-123'],
    ['with the prefix of an operator token', () => `sba_${'x'.repeat(40)}`],
  ])('%s is refused with 401, with the same problem in each case', async (_case, createInvalidKey) => {
    const reply = await readMe({
      Authorization: `Bearer ${createInvalidKey()}`,
      'X-Agent-Handle': ada.handle,
    });

    expect([reply.status, reply.body.code]).toEqual([401, 'invalid_key']);
    expect(reply.body.detail).toContain('unknown, mistyped, revoked or expired. Send the newest key');
    expect(reply.headers.get('www-authenticate')).toBe('Bearer realm="board"');
  });

  test('that is missing is refused with 401, with registration as the next call', async () => {
    const reply = await readMe({});

    expect([reply.status, reply.body.code]).toEqual([401, 'unauthenticated']);
    expect(reply.body.next).toEqual([{ surface: 'rest', method: 'POST', path: '/v1/agents/register' }]);
  });

  test('that is revoked is refused with 401', async () => {
    const bob = await board.join('bob');
    const { body: key } = await bob.call('POST /v1/agents/me/keys', { body: { name: 'second' } });
    const read = () => readMe({ Authorization: `Bearer ${key.api_key}`, 'X-Agent-Handle': 'bob' });
    // The first call stores the first use of the key, which clears the cache. The second call leaves the key in the cache.
    const before = [await read(), await read()];

    const byOther = await (await board.join('eavesdropper')).call(`DELETE /v1/agents/me/keys/${key.key_id}`);
    const still = await read();
    const revoked = await bob.call(`DELETE /v1/agents/me/keys/${key.key_id}`);
    const reply = await read();

    expect([...before, byOther, still].map(({ status }) => status)).toEqual([200, 200, 404, 200]);
    expect(revoked.body).toMatchObject({ key_id: key.key_id, active: false });
    expect([reply.status, reply.body.code]).toEqual([401, 'invalid_key']);
  });

  test('that has been revoked is not active in the response to a retry of its creation', async () => {
    const fay = await board.join('fay');
    const create = () =>
      fay.call('POST /v1/agents/me/keys', { body: {}, headers: { 'Idempotency-Key': 'key-of-fay' } });
    const { body: key } = await create();
    await fay.call(`DELETE /v1/agents/me/keys/${key.key_id}`);

    const retry = await create();

    expect(retry.headers.get('idempotency-replayed')).toBe('true');
    expect(retry.body).toMatchObject({ key_id: key.key_id, api_key: key.api_key, active: false });
  });

  test('can be rotated with an overlap, after which the old key is refused with 401', async () => {
    const carol = await board.join('carol');
    const rotation = await carol.call('POST /v1/agents/me/keys', {
      body: { revoke_others: true, overlap_seconds: 60 },
    });

    const during = await carol.call('GET /v1/agents/me');
    board.clock.advance({ seconds: 61 });
    const after = await carol.call('GET /v1/agents/me');
    const newKey = await readMe({
      Authorization: `Bearer ${rotation.body.api_key}`,
      'X-Agent-Handle': 'carol',
    });

    expect([rotation.status, during.status, after.status, newKey.status]).toEqual([201, 200, 401, 200]);
  });

  test('is one of at most five active keys of its agent, even with concurrent requests', async () => {
    const dora = await board.join('dora');

    const replies = await Promise.all(
      Array.from({ length: 10 }, () => dora.call('POST /v1/agents/me/keys', { body: {} })),
    );

    const created = replies.filter(({ status }) => status === 201);
    const refused = replies.filter(({ status }) => status === 409);
    expect([created.length, refused.length]).toEqual([4, 6]);
    expect(refused[0]?.body.code).toBe('state_conflict');
  });

  test('in content is refused and marked as exposed', async () => {
    const eve = await board.join('eve');

    const reply = await eve.call('POST /v1/channels/general/threads', {
      body: { subject: 'x', body: `mine is ${eve.key}.` },
    });
    const after = await eve.call('GET /v1/agents/me');

    expect([reply.status, reply.body.code]).toEqual([422, 'secret_in_content']);
    expect(reply.text).not.toContain(eve.key);
    expect(after.body.rotation_recommended).toBe(true);
  });

  test('in a URL is marked as exposed, and the profile and the home name its rotation as next call', async () => {
    const fred = await board.join('fred');

    await fred.call(`GET /v1/channels?key=${fred.key}`);

    const [me, home] = [await fred.call('GET /v1/agents/me'), await fred.call('GET /v1/agents/me/home')];
    expect(me.body.rotation_recommended).toBe(true);
    expect(me.body.key.exposed_at).toBe(board.clock.now().toISOString());
    expect([me.body.next, home.body.next]).toEqual(Array(2).fill([ROTATION]));
  });

  test('that is exposed can be replaced by the next call of the profile, whose result has no next call', async () => {
    const hana = await board.join('hana');
    await hana.call(`GET /v1/channels?key=${hana.key}`);
    const { body: me } = await hana.call('GET /v1/agents/me');
    const [{ method, path, body }] = me.next;

    const created = await hana.call(`${method} ${path}`, { body });

    expect([created.status, created.body.next]).toEqual([201, undefined]);
    const headers = { authorization: `Bearer ${created.body.api_key}`, 'x-agent-handle': 'hana' };
    expect((await readMe(headers)).body).not.toHaveProperty('next');
  });

  test('in content that is also invalid is refused as a secret', async () => {
    const gina = await board.join('gina');

    const reply = await gina.call('POST /v1/channels/general/threads', {
      body: { subject: gina.key + 'x'.repeat(300) },
    });

    expect([reply.status, reply.body.code]).toEqual([422, 'secret_in_content']);
  });

  test('is in no line of the log', () => {
    expect(board.log.join('')).not.toMatch(/sbk_\w{10}_\w/);
  });
});

describe('the handle', () => {
  test('must be sent with the key, in any letter case', async () => {
    const authorization = { Authorization: `Bearer ${ada.key}` };

    const missing = await readMe(authorization);
    const otherHandle = await readMe({ ...authorization, 'X-Agent-Handle': 'bob' });
    const otherCase = await readMe({ ...authorization, 'X-Agent-Handle': 'ADA.lovelace' });

    expect([missing.status, missing.body.errors[0].loc]).toEqual([422, ['header', 'x-agent-handle']]);
    expect([otherHandle.status, otherHandle.body.code]).toEqual([403, 'handle_mismatch']);
    expect(otherCase.status).toBe(200);
  });

  test('is unique: of twenty concurrent registrations one succeeds', async () => {
    const replies = await Promise.all(
      Array.from({ length: 20 }, () =>
        board.call('POST /v1/agents/register', { body: { handle: 'wanted' } }),
      ),
    );

    const statuses = replies.map(({ status }) => status).toSorted();
    const refused = replies.find(({ status }) => status === 409);
    expect(statuses).toEqual([201, ...Array<number>(19).fill(409)]);
    expect(refused?.body).toMatchObject({
      code: 'handle_taken',
      suggestions: expect.arrayContaining(['wanted-2']),
    });
    expect(refused?.body.suggestions).toHaveLength(3);
  });

  test.each(['ADA.LOVELACE', 'ada_lovelace', 'ada.l0velace'])(
    '%s is refused as too similar to an existing handle',
    async (handle) => {
      const reply = await board.call('POST /v1/agents/register', { body: { handle } });

      expect([reply.status, reply.body.code]).toEqual([409, 'handle_taken']);
    },
  );

  test.each(['a', '-ab', 'ab-', 'a b', 'admin', 'Adm1n', 'ä1', 'x'.repeat(65)])(
    '%s is refused as invalid',
    async (handle) => {
      const reply = await board.call('POST /v1/agents/register', { body: { handle } });

      expect([reply.status, reply.body.errors[0].pointer]).toEqual([422, '/handle']);
    },
  );
});

describe('an agent’s profile', () => {
  test('is complete for the agent itself', async () => {
    const { body } = await ada.call('GET /v1/agents/me');

    expect(body.provenance).toEqual({
      discovered_via: 'referral',
      discovered_url: 'https://example.org/page',
      operator: { name: 'Babbage', url: 'https://example.org', contact: 'charles@example.org' },
      model: 'engine-1',
      framework: 'custom',
      purpose: 'write to ada (at) example (dot) org',
    });
    expect(body).toMatchObject({
      type: 'agent',
      rotation_recommended: false,
      rate_limit: { policy: 'key-first-hour' },
    });
  });

  test('has no e-mail addresses, contact or discovery URL for other agents', async () => {
    const frank = await board.join('frank');

    const { body } = await frank.call('GET /v1/agents');

    const profile = (body as { handle: string }[]).find(({ handle }) => handle === ada.handle);
    expect(JSON.stringify(profile)).not.toMatch(/@|example\.org\/page|rate_limit|api_key/);
    expect(profile).toMatchObject({
      declaration: { motto: 'notes', contact: null, deep: [{ mail: null }] },
      provenance: { discovered_url: null, purpose: null, operator: { name: 'Babbage', contact: null } },
      withheld: ['/declaration/contact', '/declaration/deep/0/mail', '/provenance/purpose'],
    });
  });

  test('is listed before the profiles of agents that were last seen earlier', async () => {
    await using otherBoard = await openBoard();
    const [first, second] = [await otherBoard.join('first'), await otherBoard.join('second')];
    otherBoard.clock.advance({ minutes: 2 });
    await first.call('GET /v1/channels');
    await otherBoard.app.lastSeen.flush();

    const firstPage = await second.call('GET /v1/agents?limit=1');
    const secondPage = await second.call(`GET /v1/agents?cursor=${firstPage.headers.get('x-next-cursor')}`);

    expect(firstPage.body).toMatchObject([{ handle: 'first' }]);
    expect(secondPage.body).toMatchObject([{ handle: 'second' }]);
  });
});

describe('the operator', () => {
  test('has no agent profile', async () => {
    const headers = { 'X-Agent-Handle': 'x' };

    const reply = await createOperatorClient(board).call('GET /v1/agents/me', { headers });

    expect([reply.status, reply.body.code]).toEqual([403, 'operation_not_in_scope']);
  });
});
