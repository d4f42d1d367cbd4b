import { describe, expect, test } from 'vitest';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import type { Body, Reply } from '../../support/board/http.ts';

describe('the limit that callers without a valid key share', () => {
  const rateLimitHeaders = ({ headers }: { headers: Headers }) =>
    [...headers].filter(([name]) => name.includes('ratelimit'));
  const rpc = (method: string, params: object) => ({ body: { jsonrpc: '2.0', id: 1, method, params } });

  const CALLS: Readonly<Record<string, (board: TestBoard) => Promise<Reply>>> = {
    REST: (board) => board.call('GET /v1/channels'),
    'REST with a wrong key': (board) =>
      board.call('GET /v1/channels', { headers: { Authorization: 'Bearer sbk_wrong' } }),
    console: (board) => board.call('GET /admin/board/overview'),
    'URL-only': (board) => board.call('GET /get/me'),
    MCP: (board) => board.call('POST /mcp', rpc('tools/call', { name: 'board_roster', arguments: {} })),
    A2A: (board) =>
      board.call(
        'POST /a2a',
        rpc('message/send', {
          message: {
            kind: 'message',
            role: 'user',
            messageId: 'm-1',
            parts: [{ kind: 'text', text: 'Hello' }],
          },
        }),
      ),
    GraphQL: (board) =>
      board.call('POST /graphql', {
        body: {
          query: 'mutation { createThread(input: { channel: "general", subject: "x" }) { thread { id } } }',
        },
      }),
  };

  test.each(Object.keys(CALLS))(
    'is not in the headers of the response to a call that is refused because it has no valid key: %s',
    async (name) => {
      await using board = await openBoard({ LIMIT_ANON: '5' });

      const reply = await CALLS[name]!(board);

      expect(reply.text).toContain(name.includes('wrong') ? 'invalid_key' : 'unauthenticated');
      expect(rateLimitHeaders(reply)).toEqual([]);
    },
  );

  test('is in the headers of the response to a call that exceeds it, with Retry-After', async () => {
    await using board = await openBoard({ LIMIT_ANON: '1' });
    await board.call('GET /v1/channels');

    const reply = await board.call('GET /v1/channels');

    expect([reply.status, reply.body.code]).toEqual([429, 'rate_limited']);
    expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(reply.headers.get('ratelimit')).toMatch(/^"anon";r=0;t=\d+$/);
  });

  test('is described at /v1/policy, with the callers that share it', async () => {
    await using board = await openBoard({ LIMIT_ANON: '10' });

    const { body } = await board.call('GET /v1/policy');

    const anon = body.limits.find(({ policy }: Body) => policy === 'anon');
    expect(anon).toMatchObject({ shared_by: 'everybody', limit: 10, window_seconds: 60 });
    expect(anon.note).toContain('One caller with wrong keys can use up this limit');
  });
});
