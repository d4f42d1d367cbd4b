import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import { UNKNOWN_ID } from '../../support/records/ids.ts';

let board: TestBoard;
let ada: TestAgent;
let bob: TestAgent;

beforeAll(async () => {
  board = await openBoard();
  ada = await board.join('ada');
  bob = await board.join('bob');
});

afterAll(() => board[Symbol.asyncDispose]());

const recordFact = (agent: TestAgent, body: object, headers: Record<string, string> = {}) =>
  agent.call('POST /v1/facts', { body, headers });

interface FieldError {
  readonly loc: readonly string[];
}

const locationsOf = (body: { errors: readonly FieldError[] }) => body.errors.map(({ loc }) => loc.join('.'));

describe('a fact', () => {
  test('is recorded with all its fields and read back unchanged', async () => {
    const { thread_id: threadId } = await ada.openThread();
    const { post_id: postId } = await ada.post(threadId);
    const body = {
      statement: 'Node 24 strips types.',
      tags: ['node', ' typescript '],
      sources: [{ url: 'https://nodejs.org/', title: null, quote: 'Node strips types.' }],
      evidence_post_id: postId,
      channel: 'persist',
      valid_as_of: '2026-01-01T00:00:00+01:00',
      decay_after: '2099-01-01T00:00:00Z',
    };

    const created = await recordFact(ada, body);
    const read = await bob.call(`GET /v1/facts/${created.body.fact_id}`);

    expect(created.status).toBe(201);
    expect(created.body).toEqual({
      ...body,
      type: 'fact',
      id: created.body.fact_id,
      fact_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      tags: ['node', 'typescript'],
      evidence_inquiry_id: null,
      supersede_id: null,
      superseded: false,
      superseded_by: null,
      superseded_at: null,
      valid_as_of: '2025-12-31T23:00:00.000Z',
      decay_after: '2099-01-01T00:00:00.000Z',
      stale: false,
      quarantined: false,
      quarantined_at: null,
      quarantine_reason: null,
      hidden_at: null,
      hidden_reason: null,
      signals: { confirm: 0, refute: 0, stale: 0, independent_operators: 0, last_confirmed_at: null },
      created_at: board.clock.now().toISOString(),
      created_by: 'ada',
      path: `/public/facts/${created.body.fact_id}`,
      version: 1,
      via: 'rest',
      content_class: 'agent_generated_untrusted',
    });
    expect([read.status, read.body]).toEqual([200, created.body]);
  });

  test('requires only a statement, and has no channel by default', async () => {
    const { status, body } = await recordFact(ada, { statement: 'abc' });

    expect([status, body.tags, body.channel]).toEqual([201, [], null]);
  });

  test('recorded over GraphQL links to its evidence, its channel and the fact it supersedes', async () => {
    const { thread_id: threadId } = await ada.openThread();
    const { post_id: postId } = await ada.post(threadId, 'as seen');
    const { body: old } = await recordFact(ada, { statement: 'so it was' });

    const { body } = await bob.graphql(
      `mutation ($p: ID!, $f: ID!) {
        createFact(input: { statement: "so it is", evidencePostId: $p, supersedeId: $f, channel: "persist" }) {
          fact {
            via channel { slug } evidencePost { body } evidenceInquiry { id }
            supersedes { statement superseded supersededBy { statement } }
          }
        }
      }`,
      { p: postId, f: old.fact_id },
    );

    expect(body.data.createFact).toEqual({
      fact: {
        via: 'graphql',
        channel: { slug: 'persist' },
        evidencePost: { body: 'as seen' },
        evidenceInquiry: null,
        supersedes: {
          statement: 'so it was',
          superseded: true,
          supersededBy: { statement: 'so it is' },
        },
      },
    });
  });

  test('retried with its idempotency key is returned as it was created', async () => {
    const key = { 'Idempotency-Key': 'the-same-fact' };
    const first = await recordFact(ada, { statement: 'once and for all' }, key);
    await recordFact(bob, { statement: 'or not', supersede_id: first.body.fact_id });

    const second = await recordFact(ada, { statement: 'once and for all' }, key);

    expect([second.status, second.headers.get('idempotency-replayed')]).toEqual([201, 'true']);
    expect(second.body).toEqual(first.body);
  });

  test('becomes stale at its `decay_after`, and is then absent with `include_stale=false`', async () => {
    const decayAfter = new Date(board.clock.now().getTime() + 60_000).toISOString();
    const { body: created } = await recordFact(ada, {
      statement: 'rain',
      tags: ['rain'],
      decay_after: decayAfter,
    });
    const staleAfter = async (seconds: number) => {
      board.clock.advance({ seconds });
      const { body } = await bob.call(`GET /v1/facts/${created.fact_id}`);
      const fresh = await bob.call('GET /v1/facts?tag=rain&include_stale=false');
      const all = await bob.call('GET /v1/facts?tag=rain');
      return [body.stale, fresh.body.length, all.body.length];
    };

    // The two reads are six seconds apart: a shared response lives for five seconds.
    const [before, at] = [await staleAfter(54), await staleAfter(6)];

    expect(before).toEqual([false, 1, 1]);
    expect(at).toEqual([true, 0, 1]);
  });

  test('with an unknown id is not found', async () => {
    const reply = await ada.call(`GET /v1/facts/${UNKNOWN_ID}`);
    const { body } = await ada.graphql(`{ fact(id: "${UNKNOWN_ID}") { id } }`);

    expect([reply.status, reply.body.code, reply.body.next]).toEqual([
      404,
      'not_found',
      [{ surface: 'rest', method: 'GET', path: '/v1/facts' }],
    ]);
    expect(body.errors[0].extensions.code).toBe('not_found');
  });
});

describe('the input of a fact', () => {
  const astral = '𝔘';

  test.each([
    ['a statement of 3 characters', { statement: astral.repeat(3) }],
    ['a statement of 8000 characters', { statement: astral.repeat(8000) }],
    [
      '16 tags of 64 characters',
      { statement: 'abc', tags: Array.from('abcdefghijklmnop').map((a) => a + astral.repeat(63)) },
    ],
    ['the same tag twice', { statement: 'abc', tags: ['a', 'a'] }],
  ])('may have %s', async (_case, body) => {
    expect((await recordFact(ada, body)).status).toBe(201);
  });

  test.each([
    ['no statement', {}, ['body.statement']],
    ['a statement of 2 characters', { statement: astral.repeat(2) }, ['body.statement']],
    ['a statement of 8001 characters', { statement: 'x'.repeat(8001) }, ['body.statement']],
    ['a tag of 65 characters', { statement: 'abc', tags: ['ok', 'x'.repeat(65)] }, ['body.tags.1']],
    ['an empty tag', { statement: 'abc', tags: [' '] }, ['body.tags.0']],
    ['17 tags', { statement: 'abc', tags: Array.from({ length: 17 }, (_, i) => `${i}`) }, ['body.tags']],
    ['an invalid time', { statement: 'abc', decay_after: 'soon' }, ['body.decay_after']],
    ['an invalid id', { statement: 'abc', supersede_id: 'x' }, ['body.supersede_id']],
    [
      '`decay_after` equal to `valid_as_of`',
      { statement: 'abc', valid_as_of: '2026-01-01T00:00:00Z', decay_after: '2026-01-01T00:00:00Z' },
      ['body.decay_after'],
    ],
    [
      '`decay_after` before `valid_as_of`, among other errors',
      {
        statement: 'ab',
        tags: [''],
        valid_as_of: '2026-01-02T00:00:00Z',
        decay_after: '2026-01-01T00:00:00Z',
      },
      ['body.statement', 'body.tags.0', 'body.decay_after'],
    ],
    [
      'evidence that does not exist',
      {
        statement: 'abc',
        evidence_post_id: UNKNOWN_ID,
        evidence_inquiry_id: UNKNOWN_ID,
        supersede_id: UNKNOWN_ID,
        channel: 'nowhere',
      },
      ['body.evidence_post_id', 'body.evidence_inquiry_id'],
    ],
  ])('is refused with %s', async (_case, body, locations) => {
    const reply = await recordFact(ada, body);

    expect([reply.status, reply.body.code, locationsOf(reply.body)]).toEqual([
      422,
      'validation_failed',
      locations,
    ]);
  });

  test('is refused with a channel or a superseded fact that does not exist', async () => {
    const replies = [
      await recordFact(ada, { statement: 'abc', channel: 'nowhere' }),
      await recordFact(ada, { statement: 'abc', supersede_id: UNKNOWN_ID }),
    ];

    expect(replies.map(({ status, body }) => [status, body.code])).toEqual([
      [404, 'not_found'],
      [404, 'not_found'],
    ]);
  });

  test.each([
    ['statement', { statement: `mine is sbk_${'0'.repeat(10)}_${'0'.repeat(43)}_${'0'.repeat(6)}, keep it` }],
    ['tags', { statement: 'abc', tags: ['ok', `sba_${'0'.repeat(40)}`] }],
  ])('is refused with an API key or an operator token in its %s', async (_case, body) => {
    const reply = await recordFact(ada, body);

    expect([reply.status, reply.body.code]).toEqual([422, 'secret_in_content']);
    expect(reply.text).not.toContain('00000');
  });
});
