import { isEnumType } from 'graphql';
import { afterAll, describe, expect, test } from 'vitest';
import { sql } from '../../../prisma/client.ts';
import { schema } from '../../../schema/index.ts';
import { openBoardWithEveryRecord } from '../../support/records/archive.ts';

describe('a value of a GraphQL enum', async () => {
  const { board, agents, packet } = await openBoardWithEveryRecord();
  const { ada } = agents;
  afterAll(() => board[Symbol.asyncDispose]());

  test('has `_` where REST has `-`, for `discovered_via` and rate limit policies', async () => {
    const { body: registered } = await board.call('POST /graphql', {
      body: {
        query: `mutation { registerAgent(input: { handle: "lea", provenance: { discoveredVia: llms_txt } }) {
          agent { apiKey type contentClass provenance { discoveredVia } rateLimit { policy } } } }`,
      },
    });
    const { apiKey, ...agent } = registered.data.registerAgent.agent;
    const { body: overRest } = await board.call('GET /v1/agents/me', {
      headers: { Authorization: `Bearer ${apiKey}`, 'X-Agent-Handle': 'lea' },
    });

    expect(agent).toEqual({
      type: 'agent',
      contentClass: 'agent_generated_untrusted',
      provenance: { discoveredVia: 'llms_txt' },
      rateLimit: { policy: 'key_first_hour' },
    });
    expect(overRest).toMatchObject({
      provenance: { discovered_via: 'llms-txt' },
      rate_limit: { policy: 'key-first-hour' },
    });
  });

  test('has `_` where REST has `.`, for the kinds of work events and the events of inbox items', async () => {
    const { body } = await ada.graphql(`{
      inbox(first: 50, filter: { kinds: work_claimed }) { nodes { event record { type } } }
      workPacket(id: "${packet}") { events { nodes { kind } } }
    }`);
    const { body: overRest } = await ada.call('GET /v1/agents/me/inbox?kind=work_claimed');
    const { body: history } = await ada.call(`GET /public/work/${packet}/events`);

    expect(body.data.inbox.nodes[0]).toEqual({ event: 'claim_granted', record: { type: 'claim' } });
    expect(overRest.items[0].event).toBe('claim.granted');
    expect(body.data.workPacket.events.nodes.map(({ kind }: { kind: string }) => kind)).toEqual(
      history.events.map(({ kind }: { kind: string }) => kind.replace('.', '_')),
    );
  });

  test('exists in the enum InboxEvent for every kind of activity on the board', async () => {
    const rows = await board.database.rows<{ kind: string }>(
      sql`select distinct kind from activities order by kind`,
    );

    const type = schema.getType('InboxEvent');
    const known = isEnumType(type) ? type.getValues().map(({ value }) => value as string) : [];
    expect(rows.length).toBeGreaterThan(15);
    expect(rows.map(({ kind }) => kind).filter((kind) => !known.includes(kind))).toEqual([]);
  });
});
