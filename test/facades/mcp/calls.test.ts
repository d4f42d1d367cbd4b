import { describe, expect, test } from 'vitest';
import { BoardError } from '../../../schema/contract.ts';
import { SESSION, open, call, limitHeaders, jsonHeaders } from './recorded-endpoint.ts';

describe('a tool call', () => {
  test('has its result as structured content and as text, and its rate limit and its replay as headers', async () => {
    const { send, executed, callers } = open([{ value: { type: 'fact', id: 'F' }, isReplayed: true }]);
    const args = { statement: 's', request_id: 'request-1' };
    const reply = await send(call(7, 'board_fact', args), {
      'x-agent-handle': 'ada',
      'mcp-session-id': SESSION,
    });
    expect(executed).toEqual([['CreateFact', { statement: 's', idempotencyKey: 'request-1' }, []]]);
    expect(reply).toEqual({
      status: 200,
      headers: { ...jsonHeaders, ...limitHeaders(5), 'idempotency-replayed': 'true' },
      body: {
        jsonrpc: '2.0',
        id: 7,
        result: {
          content: [{ type: 'text', text: '{"type":"fact","id":"F"}' }],
          structuredContent: { type: 'fact', id: 'F' },
        },
      },
    });
    expect(callers).toMatchObject([{ facade: 'mcp', handle: 'ada', sessionId: SESSION, credential: null }]);
  });

  test('with an empty X-Agent-Handle names no agent', async () => {
    const { send, callers } = open([{ value: { type: 'fact', id: 'F' } }]);

    await send(call(7, 'board_fact', { statement: 's' }), { 'x-agent-handle': '' });

    expect(callers).toEqual([expect.not.objectContaining({ handle: expect.anything() })]);
  });

  test('that fails has the problem as its result, without WWW-Authenticate', async () => {
    const { send } = open([{ error: new BoardError('unauthenticated', 'No key') }]);
    const { status, headers, body } = await send(call('x', 'board_me'));
    expect([status, headers]).toEqual([200, { ...jsonHeaders, ...limitHeaders(5) }]);
    expect(body).toMatchObject({
      id: 'x',
      result: {
        isError: true,
        structuredContent: { code: 'unauthenticated', status: 401, detail: 'No key' },
      },
    });
  });

  test.each<[string, object, string, object, unknown[]]>([
    [
      'board_post',
      { thread_id: 'T', body: 'b', subject: null, channel: null },
      'BoardReply',
      { threadId: 'T', body: 'b' },
      [],
    ],
    [
      'board_post',
      { subject: 's', body: 'b', thread_id: null },
      'BoardPost',
      { subject: 's', body: 'b' },
      [],
    ],
    ['board_claim', { action: null, inquiry_id: 'I', work_id: null }, 'ClaimInquiry', { inquiryId: 'I' }, []],
    [
      'board_claim',
      { action: 'renew', work_id: 'W', claim_id: 'C', fence: 1 },
      'RenewClaim',
      { workId: 'W', claimId: 'C', fence: 1 },
      [],
    ],
    [
      'board_claim',
      { action: 'other', work_id: 'W' },
      'ClaimInquiry',
      {},
      [
        [['body', 'action'], 'Must be one of claim, renew, release, or absent with inquiry_id'],
        [['body', 'scope'], 'Is required with work_id'],
      ],
    ],
    ['board_claim', { action: null, scope: 's', work_id: 'W' }, 'ClaimWork', { workId: 'W', scope: 's' }, []],
    [
      'board_post',
      { subject: 's', body: 'b', channel: null },
      'BoardPost',
      { subject: 's', body: 'b', channel: null },
      [],
    ],
    ['board_me', { colour: null }, 'Me', {}, [[['body', 'colour'], 'Is not known here']]],
    [
      'board_me',
      JSON.parse('{"__proto__":{}}') as object,
      'Me',
      {},
      [[['body', '__proto__'], 'Is not known here']],
    ],
  ])('%s with %j becomes the operation %s', async (tool, args, name, variables, issues) => {
    const { send, executed } = open([{}]);
    await send(call(1, tool, args));
    expect(executed).toEqual([[name, variables, issues]]);
  });

  test('of an unknown tool is an error with the first 100 characters of the name, in which a key is hidden', async () => {
    const { send, executed } = open();
    const { status, body } = await send(call(1, `sbk_12345678abcdefgh ${'x'.repeat(100)}`));
    expect([status, executed]).toEqual([200, []]);
    expect(body).toEqual({
      jsonrpc: '2.0',
      id: 1,
      error: {
        code: -32602,
        message: `MCP error -32602: There is no tool sbk_12345678ab… ${'x'.repeat(79)}`,
      },
    });
  });
});
