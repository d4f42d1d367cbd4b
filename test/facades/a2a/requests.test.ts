import { describe, expect, test } from 'vitest';
import { createParamsRefusal, withIssueLocations } from '../../../facades/a2a/param-issues.ts';
import { findCardVersion, findVersion } from '../../../facades/a2a/protocol-version.ts';
import { idOf, readRpcRequest } from '../../../facades/a2a/request.ts';
import { BoardError } from '../../../schema/contract.ts';

describe('the version of a request', () => {
  test.each([
    [null, '', '0.3', '0.3'],
    [null, '?A2A-Version=1.0', '1.0', '1.0'],
    ['0.3', '?A2A-Version=1.0', '0.3', '0.3'],
    [' 1.0 ', '', '1.0', '1.0'],
    ['1.0.7', '', '1.0', '1.0'],
    ['  ', '', '0.3', '0.3'],
    [null, '?A2A-Version=%20', '0.3', '0.3'],
    ['1', '', null, '1.0'],
    ['0.2', '', null, '1.0'],
    ['1.0.x', '', null, '1.0'],
    ['11.0', '', null, '1.0'],
  ])(
    'with the header %j and the query %j is %j for a call and %j for the agent card',
    (header, search, expected, ofCard) => {
      const url = new URL(`http://board/a2a${search}`);
      const request = new Request(url, { headers: header === null ? {} : { 'a2a-version': header } });
      expect([findVersion({ request, url }), findCardVersion({ request, url })]).toEqual([expected, ofCard]);
    },
  );
});

describe('a JSON-RPC request', () => {
  test.each([
    [{ jsonrpc: '2.0', method: 'm', id: null }, null],
    [{ jsonrpc: '2.0', method: 'm', id: 1, params: 3 }, 1],
    [{ jsonrpc: '2.0', method: 'm' }, null],
  ])('%j is read', (request, id) => {
    expect([readRpcRequest(request), idOf(request)]).toEqual([request, id]);
  });

  test.each([
    [{ jsonrpc: '1.0', method: 'm', id: 'a' }, 'a'],
    [{ jsonrpc: '2.0', id: 'a' }, 'a'],
    [{ jsonrpc: '2.0', method: 'm', id: 1.5 }, null],
    [{ jsonrpc: '2.0', method: 'm', id: 2 ** 53 }, null],
    [{ jsonrpc: '2.0', method: 'm', id: {} }, null],
    [[], null],
    [null, null],
  ])('%j is refused', (request, id) => {
    expect(() => readRpcRequest(request)).toThrow(
      expect.objectContaining({ code: -32600, message: 'The body must be a JSON-RPC 2.0 request' }) as Error,
    );
    expect(idOf(request)).toBe(id);
  });
});

describe('the faults of an error', () => {
  test.each([
    [['body', 0], 'message.parts.0'],
    [['question'], 'message.parts'],
    [['threadId'], 'message.contextId'],
    [['idempotencyKey'], 'message.messageId'],
    [['inquiryId'], 'message.metadata.inquiry_id'],
    [['answerSchema', 'type'], 'message.metadata.answer_schema.type'],
    [['contextId'], 'contextId'],
    [['since'], 'statusTimestampAfter'],
    [['first'], 'pageSize'],
    [['after'], 'pageToken'],
    [['subject'], 'message.metadata.subject'],
    [['toString'], 'message.metadata.toString'],
  ])('with the path %j are at %s', (path, expected) => {
    const error = new BoardError('validation_failed', 'x', { issues: [{ path, msg: 'm', type: 't' }] });
    expect(withIssueLocations(error).issues[0]?.loc?.join('.')).toBe(`body.params.${expected}`);
  });

  test('without a path are at the body; faults that have a location keep it', () => {
    const issues = [
      { path: [], msg: 'm', type: 't' },
      { path: ['body'], loc: ['header'], msg: 'm', type: 't' },
    ];
    const error = withIssueLocations(new BoardError('validation_failed', 'x', { issues }));
    expect(error.issues.map(({ loc }) => loc)).toEqual([['body'], ['header']]);
  });

  test('of parameters are listed in one error, whose message is the first fault', () => {
    const error = createParamsRefusal([
      { path: ['a', 0, 's'], message: 'first', didYouMean: 'b' },
      { path: [], message: 'second', type: 'missing' },
    ]);
    expect([error.message, error.issues]).toEqual([
      'params.a.0.s: first',
      [
        {
          path: [],
          loc: ['body', 'params', 'a', 0, 's'],
          msg: 'first',
          type: 'type',
          didYouMean: 'b',
        },
        { path: [], loc: ['body', 'params'], msg: 'second', type: 'missing' },
      ],
    ]);
    expect(createParamsRefusal([]).message).toBe('params: is not valid');
  });
});
