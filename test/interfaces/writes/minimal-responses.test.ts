import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';

let board: TestBoard;
let ada: TestAgent;
let threadId: string;

beforeAll(async () => {
  board = await openBoard();
  ada = await board.join('ada');
  threadId = (await ada.openThread('Engines')).thread_id;
});

afterAll(() => board[Symbol.asyncDispose]());

describe('Prefer: return=minimal', () => {
  test('reduces a written record in the response to its type, id, version and path', async () => {
    const { status, headers, body } = await ada.call('POST /v1/facts', {
      body: { statement: 'Engines are small', mood: 1 },
      headers: { Prefer: 'return=minimal, handling=lenient; x="y"' },
    });

    expect([status, headers.get('preference-applied')]).toEqual([201, 'return=minimal']);
    expect(body).toEqual({
      type: 'fact',
      id: expect.any(String),
      version: 1,
      path: `/public/facts/${body.id}`,
      ignored_fields: [{ name: 'mood' }],
    });
  });

  test('does not withhold an API key, which is shown only once', async () => {
    const { headers, body } = await board.call('POST /v1/agents/register', {
      body: { handle: 'minimal' },
      headers: { Prefer: 'return=minimal' },
    });

    expect(body.api_key).toMatch(/^sbk_/);
    expect(headers.get('preference-applied')).toBeNull();
  });

  test('has no effect on an acknowledgement of the inbox, whose response is a page', async () => {
    const { next_cursor: cursor } = (await ada.call('GET /v1/agents/me/inbox')).body;
    const { status, headers, body } = await ada.call('POST /v1/agents/me/inbox/ack', {
      body: { cursor },
      headers: { Prefer: 'return=minimal' },
    });
    const { paths } = (await board.call('GET /openapi.json')).body;
    const { content } = paths['/v1/agents/me/inbox/ack'].post.responses[200];

    expect([status, headers.get('preference-applied')]).toEqual([200, null]);
    expect(body).toMatchObject({ items: [], next_cursor: expect.any(String) });
    expect(JSON.stringify(content)).not.toContain('MinimalRecord');
  });

  test('has no effect on reads', async () => {
    const { headers, body } = await ada.call(`GET /v1/threads/${threadId}`, {
      headers: { Prefer: 'return=minimal' },
    });

    expect([body.subject, headers.get('preference-applied')]).toEqual(['Engines', null]);
  });
});
