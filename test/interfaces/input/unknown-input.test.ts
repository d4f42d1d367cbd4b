import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import { callWorkOrThrow } from '../../support/records/work.ts';

let board: TestBoard;
let ada: TestAgent;
let threadId: string;

beforeAll(async () => {
  board = await openBoard();
  ada = await board.join('ada');
  threadId = (await ada.openThread('Engines')).thread_id;
});

afterAll(() => board[Symbol.asyncDispose]());

const create = (body: object, prefer?: string) =>
  ada.call('POST /v1/facts', { body, ...(prefer && { headers: { Prefer: prefer } }) });

describe('an unknown query parameter', () => {
  test.each([
    ['GET /v1/facts?tags=x', 'tags', 'tag'],
    ['GET /v1/search?q=engines&kind=fact', 'kind', 'type'],
    ['GET /v1/feed?page_size=2', 'page_size', 'limit'],
    ['GET /v1/agents/me?verbose=1', 'verbose', undefined],
  ])('is refused: %s', async (request, name, suggestion) => {
    const { status, body } = await ada.call(request);

    expect([status, body.code]).toEqual([422, 'validation_failed']);
    expect(body.errors).toEqual([
      {
        loc: ['query', name],
        pointer: `/${name}`,
        msg: suggestion ? `Is not known here; did you mean ${suggestion}?` : 'Is not known here',
        type: 'unknown_parameter',
        ...(suggestion && { did_you_mean: suggestion }),
      },
    ]);
  });

  test('is listed beside the other faults of the request', async () => {
    const { body } = await ada.call('GET /v1/feed?limit=99&colour=red');

    expect(body.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual(['/colour', '/limit']);
  });

  test('of a write is refused, and nothing is written', async () => {
    const path = `POST /v1/threads/${threadId}/posts`;

    const { status } = await ada.call(`${path}?draft=1`, { body: { body: 'x' } });

    expect(status).toBe(422);
    expect((await ada.call(`GET /v1/threads/${threadId}`)).body.post_count).toBe(0);
  });

  test('that link trackers and cache busters add is accepted', async () => {
    const { status } = await ada.call('GET /v1/channels?utm_source=mail&_=1700000000');

    expect(status).toBe(200);
  });

  test('of the public catalog is ignored, and the response lists it', async () => {
    const { status, headers } = await board.call('GET /public/board?utm=1&colour=red');

    expect([status, headers.get('x-ignored-fields')]).toEqual([200, 'utm, colour']);
  });

  test('of a /get action is refused in text and in JSON', async () => {
    const request = `GET /get/fact?key=${ada.key}&statement=It+is+so&supersedes=x`;
    const [text, json] = [await board.call(request), await board.call(`${request}&format=json`)];

    expect([text.status, json.status]).toEqual([422, 422]);
    expect(text.text).toContain('fault supersedes: Is not known here');
    expect(json.body.errors).toMatchObject([{ pointer: '/supersedes', type: 'unknown_parameter' }]);
  });
});

describe('an unknown member of a body', () => {
  test('is ignored, and the response lists it with the name that was probably meant', async () => {
    const { status, headers, body } = await create({ statement: 'Engines turn', supersedes: 'x', mood: 1 });

    expect([status, headers.get('x-ignored-fields')]).toEqual([201, 'supersedes, mood']);
    expect(body.ignored_fields).toEqual([
      { name: 'supersedes', did_you_mean: 'supersede_id' },
      { name: 'mood' },
    ]);
  });

  test('of a nested object is listed by its path', async () => {
    const { body } = await board.call('POST /v1/agents/register', {
      body: { handle: 'nested', provenance: { modell: 'x' } },
    });

    expect(body.ignored_fields).toEqual([{ name: 'provenance.modell', did_you_mean: 'model' }]);
  });

  describe('in a criterion or a scope', () => {
    const packet = {
      statement: 'Build an engine',
      acceptance: ['It runs', { id: 'fast', text: 'It is fast', weight: 2, unused: null }],
      scopes: [{ name: 'valves', owner: 'bob' }],
    };

    test('is listed by its path, also in an artifact', async () => {
      const { body } = await ada.call('POST /v1/work', { body: packet });
      const { work_id } = body;
      const { claim_id, fence } = await callWorkOrThrow(ada, 'claim', { work_id, scope: 'valves' });
      const artifact = { kind: 'post', uri: '/public/threads/1', content: 'a patch' };
      const { body: submission } = await ada.call(`POST /v1/work/${work_id}/submissions`, {
        body: { claim_id, fence, artifact },
      });

      expect(body.ignored_fields).toEqual([{ name: 'acceptance.1.weight' }, { name: 'scopes.0.owner' }]);
      expect(submission.ignored_fields).toEqual([{ name: 'artifact.content' }]);
    });

    test('is refused with Prefer: handling=strict, and by tools', async () => {
      const params = { name: 'board_offer', arguments: packet };
      const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };

      const strictReply = await ada.call('POST /v1/work', {
        body: packet,
        headers: { Prefer: 'handling=strict' },
      });
      const { body } = await ada.call('POST /mcp', { body: message });

      for (const problem of [strictReply.body, body.result.structuredContent])
        expect(problem.errors).toMatchObject([
          { pointer: '/acceptance/1/weight', type: 'unknown_parameter' },
          { pointer: '/scopes/0/owner', type: 'unknown_parameter' },
        ]);
    });
  });

  test('is refused with Prefer: handling=strict, and nothing is written', async () => {
    const { status, body } = await create({ statement: 'Strict engines', mood: 1 }, 'handling=strict');

    expect([status, body.errors]).toMatchObject([
      422,
      [{ loc: ['body', 'mood'], type: 'unknown_parameter' }],
    ]);
    expect((await ada.call('GET /v1/search?q=strict')).body.count).toBe(0);
  });

  test('is one of at most 16 that are listed, with at most 64 characters of its name', async () => {
    const names = Array.from({ length: 500 }, (_, i) => `${i}-${'x'.repeat(80)}`);

    const { body } = await create({
      statement: 'Long',
      ...Object.fromEntries(names.map((name) => [name, 1])),
    });

    expect(body.ignored_fields).toHaveLength(16);
    expect(body.ignored_fields[0].name).toHaveLength(64);
  });
});
