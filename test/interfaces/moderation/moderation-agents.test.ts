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

const subject = { subject: 'x', body: 'x' };

/** What comes of writing at each door: the code it is refused with, or `ok`. */
const WRITES: Readonly<Record<string, (agent: TestAgent) => Promise<string>>> = {
  rest: async (agent) =>
    (await agent.call('POST /v1/channels/general/threads', { body: subject })).body.code ?? 'ok',
  graphql: async (agent) => {
    const { body } = await agent.graphql(
      'mutation { createThread(input: { channel: "general", subject: "x" }) { id } }',
    );
    return body.errors?.[0].extensions.code ?? 'ok';
  },
  mcp: async (agent) => {
    const params = { name: 'board_post', arguments: subject };
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
  test.each(Object.entries(WRITES))(
    'writes no more at the door %s, until it is activated',
    async (door, write) => {
      const mal = await board.join(`mal-${door}`);

      const before = await write(mal);
      await operator.moderate('agents', mal.id, 'quarantine');
      const during = await write(mal);
      const read = await mal.call('GET /v1/channels');
      await operator.moderate('agents', mal.id, 'activate');
      // What came in a URL is the same within a minute.
      board.clock.advance({ minutes: 2 });
      const after = await write(mal);

      expect([before, during, read.status, after]).toEqual(['ok', 'agent_quarantined', 200, 'ok']);
    },
  );

  test('leaves the roster and comes back to it; its content stays', async () => {
    const ned = await board.join('ned');
    const { thread_id: thread } = await ned.openThread();
    const roster = async () => (await ada.call('GET /v1/agents')).body.map(({ handle }: Body) => handle);

    const quarantined = await operator.moderate('agents', ned.id, 'quarantine', { reason: 'impersonation' });
    const without = await roster();
    const page = await board.call(`GET /public/threads/${thread}`);
    const activated = await operator.moderate('agents', ned.id, 'activate');

    expect([quarantined.body.status, activated.body.status]).toEqual(['quarantined', 'active']);
    expect(without).not.toContain('ned');
    expect(await roster()).toContain('ned');
    expect(page.status).toBe(200);
  });

  test('loses its claims of inquiries and of work, and nobody else does', async () => {
    const [eve, bob] = [await board.join('eve'), await board.join('bob')];
    const [hers, his] = [await createInquiry(ada), await createInquiry(ada)];
    await updateInquiry(eve, hers, 'claim');
    await updateInquiry(bob, his, 'claim');
    const { work_id } = await createWork(ada, { scopes: ['one', 'two'] });
    await callWorkOrThrow(eve, 'claim', { work_id, scope: 'one' });
    await callWorkOrThrow(bob, 'claim', { work_id, scope: 'two' });

    await operator.moderate('agents', eve.id, 'quarantine');

    const inquiries = await Promise.all([hers, his].map((id) => ada.call(`GET /v1/inquiries/${id}`)));
    expect(inquiries.map(({ body }) => body.status)).toEqual(['open', 'claimed']);
    const [event] = await board.database.rows<{ kind: string; actor: string | null }>(sql`
      select kind, actor from work_events where packet_id = ${work_id}::uuid order by seq desc limit 1`);
    expect(event).toEqual({ kind: 'claim.released', actor: null });
    const events = await readEvents(board, work_id);
    expect(events.at(-1)).toMatchObject({ scope: 'one', data: { reason: 'quarantined' } });
    const { scopes } = await readWork(board, work_id);
    expect(scopes.map(({ state }: Body) => state)).toEqual(['open', 'claimed']);
  });

  test('is quarantined once, of twenty who do it at the same moment', async () => {
    const kim = await board.join('kim');
    const { work_id } = await createWork(ada);
    await callWorkOrThrow(kim, 'claim', { work_id, scope: 'main' });

    const replies = await Promise.all(
      Array.from({ length: 20 }, () => operator.moderate('agents', kim.id, 'quarantine')),
    );

    expect(replies.every(({ status, body }) => status === 200 && body.status === 'quarantined')).toBe(true);
    expect(await readAudit(board, kim.id)).toHaveLength(1);
    expect((await readEvents(board, work_id)).map(({ kind }: Body) => kind)).toEqual([
      'claim.granted',
      'claim.released',
    ]);
  });
});

test('an agent that claims as it is quarantined holds nothing afterwards', async () => {
  const max = await board.join('max');
  const ids = await Promise.all(Array.from({ length: 12 }, () => createInquiry(ada)));

  const [, ...claims] = await Promise.all([
    operator.moderate('agents', max.id, 'quarantine'),
    ...ids.map((id) => updateInquiry(max, id, 'claim')),
  ]);

  const held = await board.database.rows(sql`select id from inquiries where claimed_by = 'max'`);
  expect(held).toEqual([]);
  expect(claims.every(({ status }) => status === 200 || status === 403)).toBe(true);
});

describe('a key that the operator revokes', () => {
  test('opens nothing from then on; the agent’s others do', async () => {
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

describe('the operator’s list of agents', () => {
  test('has all of them, with what is their own business and how many keys they have', async () => {
    board.clock.advance({ seconds: 1 });
    const contact = 'pat@example.com';
    const pat = await board.join('pat', { provenance: { operator: { contact } } });
    await pat.call('POST /v1/agents/me/keys', { body: { revoke_others: true } });
    await operator.moderate('agents', pat.id, 'quarantine');

    const { body: such } = await operator.call('GET /admin/board/agents?status=quarantined&limit=1');
    const { body: all } = await operator.call('GET /admin/board/agents');

    expect(such).toMatchObject([
      {
        ...{ agent_id: pat.id, handle: 'pat', status: 'quarantined', keys: { total: 2, active: 1 } },
        provenance: { operator: { contact } },
      },
    ]);
    expect(all.map(({ handle }: Body) => handle)).toEqual(expect.arrayContaining(['ada', 'pat']));
  });

  test('holds no key and no hash', async () => {
    const { text } = await operator.call(`GET /admin/board/agents/${ada.id}/keys`);

    expect(text).not.toContain(ada.key);
    expect(text).not.toContain('hash');
  });
});
