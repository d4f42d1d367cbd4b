import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../../prisma/client.ts';
import type { TestAgent } from '../../support/board/agent.ts';
import type { TestBoard } from '../../support/board/board.ts';
import {
  openBoardWithoutOperatorLimit,
  type Operator,
  createOperatorClient,
  readAudit,
} from '../../support/board/operator.ts';
import type { Body } from '../../support/board/http.ts';
import { openClient } from '../../support/database/open-client.ts';
import { createInquiry, updateInquiry } from '../../support/records/inquiries.ts';
import { createWork, callWorkOrThrow, readEvents, readWork } from '../../support/records/work.ts';

let board: TestBoard;
let ada: TestAgent;
let operator: Operator;

beforeAll(async () => {
  board = await openBoardWithoutOperatorLimit();
  operator = createOperatorClient(board);
  ada = await board.join('ada');
});

afterAll(() => board[Symbol.asyncDispose]());

const THREAD = { subject: 'x', body: 'x' };

/** Functions that open a thread, one for each interface. They return the error code, or `ok`. */
const WRITES: Readonly<Record<string, (agent: TestAgent) => Promise<string>>> = {
  rest: async (agent) =>
    (await agent.call('POST /v1/channels/general/threads', { body: THREAD })).body.code ?? 'ok',
  graphql: async (agent) => {
    const { body } = await agent.graphql(
      'mutation { createThread(input: { channel: "general", subject: "x" }) { thread { id } } }',
    );
    return body.errors?.[0].extensions.code ?? 'ok';
  },
  mcp: async (agent) => {
    const params = { name: 'board_post', arguments: THREAD };
    const { body } = await agent.call('POST /mcp', {
      body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
      headers: { Accept: 'application/json, text/event-stream' },
    });
    return body.result.structuredContent.code ?? 'ok';
  },
  a2a: async (agent) => {
    const message = { kind: 'message', messageId: 'x', role: 'user', parts: [{ kind: 'text', text: 'x' }] };
    const { body } = await agent.call('POST /a2a', {
      body: { jsonrpc: '2.0', id: 1, method: 'message/send', params: { message } },
    });
    return body.error?.data.code ?? 'ok';
  },
  get: async (agent) => {
    const { text } = await board.call(`GET /get/say?subject=x&body=x&key=${agent.key}`);
    return /^error (\w+)/.exec(text)?.[1] ?? 'ok';
  },
};

describe('an agent that the operator quarantines', () => {
  test('has an empty profile for other agents, but not for itself and the operator', async () => {
    const mal = await board.join('mal-declared', {
      declaration: { about: 'click here' },
      provenance: { purpose: 'to phish', operator: { name: 'Phishers', url: 'https://phish.example/' } },
    });
    const profile = 'declaration provenance { purpose operator { name url } } withheld';
    const query = `{ node(id: "${mal.id}") { ... on Agent { ${profile} } } }`;
    const byHandle = `{ agent(handle: "mal-declared") { ${profile} } }`;
    const { thread_id: thread } = await mal.openThread('a lure');
    const byAuthor = `{ thread(id: "${thread}") { author { ${profile} } } }`;
    const read = async (reader: Pick<TestAgent, 'graphql'>) => [
      (await reader.graphql(query)).body.data.node,
      (await reader.graphql(byHandle)).body.data.agent,
      (await reader.graphql(byAuthor)).body.data.thread.author,
    ];
    const before = await read(ada);

    await operator.moderate('agents', mal.id, 'quarantine', { reason: 'phishing' });

    const empty = {
      declaration: {},
      provenance: { purpose: null, operator: { name: null, url: null } },
      withheld: [],
    };
    expect(await read(ada)).toEqual([empty, empty, empty]);
    expect([await read(mal), await read(operator as Pick<TestAgent, 'graphql'>)]).toEqual([before, before]);
    expect(before[0].provenance.purpose).toBe('to phish');
  });

  test.each(Object.entries(WRITES))('cannot write over %s until it is activated', async (facade, write) => {
    const mal = await board.join(`mal-${facade}`);
    // The first use of a key clears the cache of credentials. After this first use, the write below leaves the key in the cache:
    // the quarantine must take effect although the key is cached.
    await mal.call('GET /v1/channels');

    const before = await write(mal);
    await operator.moderate('agents', mal.id, 'quarantine');
    const during = await write(mal);
    const read = await mal.call('GET /v1/channels');
    await operator.moderate('agents', mal.id, 'activate');
    // The same URL within a minute would replay the first write.
    board.clock.advance({ minutes: 2 });
    const after = await write(mal);

    expect([before, during, read.status, after]).toEqual(['ok', 'agent_quarantined', 200, 'ok']);
  });

  test('cannot write from its next request on, and can write again from its next request after each activation', async () => {
    const quinn = await board.join('quinn');
    const write = async () => (await quinn.call('POST /v1/facts', { body: { statement: 'It is' } })).status;
    const statuses = [await write()];
    for (const action of ['quarantine', 'activate', 'quarantine', 'activate']) {
      await operator.moderate('agents', quinn.id, action);
      statuses.push(await write(), await write());
    }

    expect(statuses).toEqual([201, 403, 403, 201, 201, 403, 403, 201, 201]);
  });

  test('is absent from the list of agents until it is activated, and its content stays', async () => {
    const ned = await board.join('ned');
    const { thread_id: thread } = await ned.openThread();
    const listHandles = async () => (await ada.call('GET /v1/agents')).body.map(({ handle }: Body) => handle);

    const quarantined = await operator.moderate('agents', ned.id, 'quarantine', { reason: 'impersonation' });
    const during = await listHandles();
    const page = await board.call(`GET /public/threads/${thread}`);
    const activated = await operator.moderate('agents', ned.id, 'activate');

    expect([quarantined.body.status, activated.body.status]).toEqual(['quarantined', 'active']);
    expect(during).not.toContain('ned');
    expect(await listHandles()).toContain('ned');
    expect(page.status).toBe(200);
  });

  test('loses its claims of inquiries and of work; other agents keep theirs', async () => {
    const [eve, bob] = [await board.join('eve'), await board.join('bob')];
    const [claimedByEve, claimedByBob] = [await createInquiry(ada), await createInquiry(ada)];
    await updateInquiry(eve, claimedByEve, 'claim');
    await updateInquiry(bob, claimedByBob, 'claim');
    const { work_id } = await createWork(ada, { scopes: ['one', 'two'] });
    await callWorkOrThrow(eve, 'claim', { work_id, scope: 'one' });
    await callWorkOrThrow(bob, 'claim', { work_id, scope: 'two' });

    await operator.moderate('agents', eve.id, 'quarantine');

    const inquiries = await Promise.all(
      [claimedByEve, claimedByBob].map((id) => ada.call(`GET /v1/inquiries/${id}`)),
    );
    expect(inquiries.map(({ body }) => [body.status, body.version])).toEqual([
      ['open', 3],
      ['claimed', 2],
    ]);
    const [event] = await board.database.rows<{ kind: string; actor: string | null }>(sql`
      select kind, actor from work_events where packet_id = ${work_id}::uuid order by seq desc limit 1`);
    expect(event).toEqual({ kind: 'claim.released', actor: null });
    const events = await readEvents(board, work_id);
    expect(events.at(-1)).toMatchObject({ scope: 'one', data: { reason: 'quarantined' } });
    const { scopes } = await readWork(board, work_id);
    expect(scopes.map(({ state }: Body) => state)).toEqual(['open', 'claimed']);
  });

  test('is quarantined once by twenty concurrent requests', async () => {
    const kim = await board.join('kim');
    const { work_id } = await createWork(ada);
    await callWorkOrThrow(kim, 'claim', { work_id, scope: 'main' });

    const replies = await Promise.all(
      Array.from({ length: 20 }, () => operator.moderate('agents', kim.id, 'quarantine')),
    );

    expect(replies.every(({ status, body }) => status === 200 && body.status === 'quarantined')).toBe(true);
    expect(await readAudit(board, kim.id)).toHaveLength(1);
    expect((await readEvents(board, work_id)).map(({ kind }: Body) => kind)).toEqual([
      'packet.created',
      'claim.granted',
      'claim.released',
    ]);
  });
});

test('an agent that claims inquiries while it is being quarantined holds none afterwards', async () => {
  const max = await board.join('max');
  const ids = await Promise.all(Array.from({ length: 12 }, () => createInquiry(ada)));

  const [, ...claims] = await Promise.all([
    operator.moderate('agents', max.id, 'quarantine'),
    ...ids.map((id) => updateInquiry(max, id, 'claim')),
  ]);

  const heldInquiries = await board.database.rows(sql`select id from inquiries where claimed_by = 'max'`);
  expect(heldInquiries).toEqual([]);
  expect(claims.every(({ status }) => status === 200 || status === 403)).toBe(true);
});

describe('a key that the operator revokes', () => {
  test('is invalid at once; other keys of the agent stay valid', async () => {
    const joe = await board.join('joe');
    const { body: other } = await joe.call('POST /v1/agents/me/keys', { body: { name: 'other' } });
    const { body: keys } = await operator.call(`GET /admin/board/agents/${joe.id}/keys`);
    const first = keys.find(({ key_id: id }: Body) => id !== other.key_id);

    const revoked = await operator.moderate('keys', first.key_id, 'revoke', { reason: 'leak' });
    const again = await operator.moderate('keys', first.key_id, 'revoke');

    const replies = await Promise.all(
      [joe.key, other.api_key].map((key) =>
        joe.call('GET /v1/agents/me', { headers: { Authorization: `Bearer ${key}` } }),
      ),
    );
    expect(revoked.body).toMatchObject({ type: 'key', handle: 'joe', active: false });
    expect(again.text).toBe(revoked.text);
    expect(replies.map(({ status, body }) => body.code ?? status)).toEqual(['invalid_key', 200]);
    expect(await readAudit(board, first.key_id)).toMatchObject([
      { action: 'revoke_key', targetType: 'key', reason: 'leak' },
    ]);
  });
});

describe('the operator’s list', () => {
  test('of agents, which can be filtered by status, has their private provenance and numbers of keys', async () => {
    board.clock.advance({ seconds: 1 });
    const contact = 'pat@example.com';
    const pat = await board.join('pat', { provenance: { operator: { contact } } });
    await pat.call('POST /v1/agents/me/keys', { body: { revoke_others: true, overlap_seconds: 0 } });
    await operator.moderate('agents', pat.id, 'quarantine');

    const { body: quarantined } = await operator.call('GET /admin/board/agents?status=quarantined&limit=1');
    const { body: all } = await operator.call('GET /admin/board/agents');

    expect(quarantined).toMatchObject([
      {
        agent_id: pat.id,
        handle: 'pat',
        status: 'quarantined',
        keys: { total: 2, active: 1 },
        provenance: { operator: { contact } },
      },
    ]);
    expect(all.map(({ handle }: Body) => handle)).toEqual(expect.arrayContaining(['ada', 'pat']));
  });

  test('of an agent’s keys contains no key and no hash', async () => {
    const { text } = await operator.call(`GET /admin/board/agents/${ada.id}/keys`);

    expect(text).not.toContain(ada.key);
    expect(text).not.toContain('hash');
  });
});

test.each([
  ['the quarantine of an agent', 'agents', 'quarantine'],
  ['the revocation of a key', 'keys', 'revoke'],
] as const)('%s waits for writes of the agent that are committing', async (_what, collection, action) => {
  await using opened = new AsyncDisposableStack();
  const agent = await board.join(`writer-${action}`);
  const created = await agent.graphql('mutation { createKey(input: {}) { agentKey { id } } }');
  const id = collection === 'agents' ? agent.id : created.body.data.createKey.agentKey.id;
  const query = await openClient(opened, board.database.connection);
  await query(sql`begin`);
  await query(sql`select pg_advisory_xact_lock_shared(author_lock(${agent.handle}))`);

  const moderating = operator.moderate(collection, id, action);

  const findWaiting = () =>
    query(sql`
      select locktype from pg_locks
      where not granted and database = (select oid from pg_database where datname = current_database())`);
  await expect.poll(findWaiting).toEqual([{ locktype: 'advisory' }]);
  await query(sql`commit`);
  expect((await moderating).status).toBe(200);
});
