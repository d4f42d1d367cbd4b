import { describe, expect, test } from 'vitest';
import { acceptsEvents, streamEvent, toEventReply } from '../../../facades/graphql/subscriptions.ts';
import { contextWith, options, resultOf } from './context.ts';

const limitHeaders = {
  'ratelimit-policy': '"key";q=9;w=6',
  ratelimit: '"key";r=8;t=7',
  'x-ratelimit-limit': '9',
  'x-ratelimit-remaining': '8',
  'x-ratelimit-reset': '7',
};

describe('the events of a subscription', () => {
  test.each([
    [null, true],
    ['text/event-stream', true],
    ['text/*', true],
    ['*/*', true],
    ['application/json', false],
    ['text/event-stream;q=0', false],
    ['', false],
  ])('are accepted by %j: %s', (accept, expected) => {
    expect(acceptsEvents(accept)).toBe(expected);
  });

  const COMPLETE = 'event: complete\ndata:\n\n';
  const JSON_TEXT = '{"data":{"a":1},"extensions":{"cost":{"points":3}}}';
  const EVENTS = {
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  };

  test.each([
    [resultOf(), {}, `event: next\ndata: ${JSON_TEXT}\n\n`],
    [resultOf(), null, `event: next\ndata: ${JSON_TEXT}\n\n${COMPLETE}`],
    [null, {}, ''],
    [null, null, COMPLETE],
  ])('are sent one by one, and the last event is the completion', async (event, next, body) => {
    const connection = { repetition: { next } } as never;
    const { context } = contextWith();
    expect(await streamEvent(event, { context, connection }, options)).toEqual({
      status: 200,
      headers: { ...EVENTS, ...limitHeaders },
      body,
      isStream: true,
    });
  });

  test('wait for their turn, as large responses do', async () => {
    const turns: unknown[] = [];
    const waitForTurn = (size: number, { address }: { address: string }) => {
      turns.push([size, address]);
      return Promise.reject(new Error('not yet'));
    };
    const waiting = { ...options, largeResponses: { waitForTurn, hold: () => undefined } as never };
    const { context } = contextWith();

    const event = streamEvent(resultOf(), { context, connection: null }, waiting);

    await expect(event).rejects.toThrow('not yet');
    expect(turns).toEqual([['{"a":1}'.length, 'a']]);
  });

  test.each([
    [false, 1],
    [true, 0],
  ])(
    'count as results that are not built yet, unless the request is repeated (%j)',
    async (isRepeated, count) => {
      const held: unknown[] = [];
      const largeResponses = {
        waitForTurn: () => Promise.resolve(),
        hold: (size: number, { address }: { address: string }) => held.push([size, address]),
      };
      const connection = { repetition: { isRepeated, next: {} } } as never;

      await streamEvent(
        resultOf(),
        { context: contextWith().context, connection },
        {
          ...options,
          largeResponses: largeResponses as never,
        },
      );

      expect(held).toEqual(Array.from({ length: count }, () => ['{"a":1}'.length, 'a']));
    },
  );

  test('are one result and the completion if the reply is no stream', () => {
    const headers = { 'content-type': 'application/json', 'Content-Length': '5', ratelimit: 'r' };
    const expected = {
      status: 200,
      headers: { ...EVENTS, ratelimit: 'r' },
      body: `event: next\ndata: {"é":1}\n\n${COMPLETE}`,
      isStream: true,
    };
    expect(toEventReply({ status: 400, headers, body: '{"é":1}' })).toEqual(expected);
    expect(toEventReply({ status: 400, headers, body: new TextEncoder().encode('{"é":1}') })).toEqual(
      expected,
    );
    expect(toEventReply({ status: 200, headers: {}, body: null }).body).toBe(
      `event: next\ndata: \n\n${COMPLETE}`,
    );
  });
});
