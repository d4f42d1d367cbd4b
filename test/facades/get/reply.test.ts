import { describe, expect, test } from 'vitest';
import type { FollowUp } from '../../../facades/get/action.ts';
import { actions } from '../../../facades/get/actions.ts';
import { createNextUrls } from '../../../facades/get/next-urls.ts';
import type { PreparedVariant } from '../../../facades/get/prepare-action.ts';
import { toReply } from '../../../facades/get/reply.ts';
import type { Parameter } from '../../../schema/contract.ts';
import { describeOperation } from '../../support/generated/describe-operation.ts';

const BASE = 'http://board.test';
const nextUrls = createNextUrls(actions, { baseUrl: BASE, describe: describeOperation });

const READ: FollowUp = { path: '/get/read', from: { id: 'fact_id' } };
const WAIT: FollowUp = { path: '/get/inbox', from: {}, values: { wait: '50' } };
const ACK: FollowUp = { path: '/get/inbox', from: { ack: 'next_cursor' }, label: 'ack' };

interface Call {
  readonly value: object;
  readonly parameters?: readonly string[];
  readonly next?: readonly FollowUp[];
  readonly nextIfEmpty?: readonly FollowUp[];
  readonly search?: string;
  readonly isReplayed?: boolean;
  readonly isRotationDue?: boolean;
}

function replyTo(
  { value, parameters = [], next, nextIfEmpty, search = '', ...call }: Call,
  format: 'json' | 'text',
) {
  const { isReplayed = false, isRotationDue = false } = call;
  const variant = {
    parameters: parameters.map((wireName) => ({ wireName }) as Parameter),
    toContent: (content: object) => content,
    ...(next && { next }),
    ...(nextIfEmpty && { nextIfEmpty }),
  } as unknown as PreparedVariant;
  const url = new URL(`${BASE}/get/x${search}`);
  const outcome = { result: { value, isReplayed, isShared: false }, headers: { ratelimit: 'r' } };
  return toReply(variant, outcome as never, {
    ...{ nextUrls, format, url, isRotationDue },
    query: url.searchParams,
  });
}

const textOf = (call: Call) => replyTo(call, 'text').body;
const jsonOf = (call: Call) => JSON.parse(replyTo(call, 'json').body as string) as unknown;

const read = (id: string) => `${BASE}/get/read?id=${id}`;

describe('a reply', () => {
  test('has the next URLs whose values are in the request or the result', () => {
    const call = { value: { type: 'fact', id: 'F-1', fact_id: 'F-1' }, next: [READ, ACK] };
    expect(replyTo(call, 'text')).toEqual({
      status: 200,
      headers: { 'content-type': 'text/plain; charset=utf-8', ratelimit: 'r' },
      body: `ok fact F-1\nnext: ${read('F-1')}\n`,
    });
    expect(replyTo(call, 'json')).toEqual({
      status: 200,
      headers: { 'content-type': 'application/json', ratelimit: 'r' },
      body: JSON.stringify({ ...call.value, next: [{ surface: 'get', url: read('F-1') }] }),
    });
    expect(textOf({ value: { a: 1 }, next: [READ], search: '?fact_id=F-2' })).toBe(
      `ok\na: 1\nnext: ${read('F-2')}\n`,
    );
    expect(textOf({ value: { fact_id: 'F-1' }, next: [READ], search: '?fact_id=F-2' })).toContain(
      read('F-1'),
    );
  });

  test('without next URLs has no member `next`, unless the reply is a list', () => {
    expect(jsonOf({ value: { a: 1 } })).toEqual({ a: 1 });
    expect(jsonOf({ value: { items: [], next_cursor: null } })).toEqual({
      items: [],
      next_cursor: null,
      next: [],
    });
  });

  test('with a list has the next page, and the URL that reads each item', () => {
    const items = [
      { type: 'fact', id: 'F-1' },
      { kind: 'hit', record: { type: 'post', id: 'P-1' }, about: { type: 'fact', id: 'F-2' } },
      { kind: 'news', about: { type: 'report', id: 'R-1' } },
      { type: 'submission', id: 'S-1', path: '/work/W-1/submissions/S-1' },
      { type: 'watch', id: 'X-1' },
    ];
    const reads = ['F-1', 'P-1', 'R-1', 'S-1'].map(read);
    const value = { items, next_cursor: 'c 1' };
    const search = '?key=sbk_12345678&limit=5&since=now&cursor=b';
    const nextPage = `${BASE}/get/x?limit=5&cursor=c+1`;
    expect(jsonOf({ value, parameters: ['cursor'], search })).toEqual({
      items: items.map((item, i) => ({ ...item, ...(reads[i] !== undefined && { read: reads[i] }) })),
      next_cursor: 'c 1',
      next: [{ surface: 'get', url: nextPage }],
    });
    expect(textOf({ value: { items: [items[0]], next_cursor: 'c 1' }, parameters: ['cursor'], search })).toBe(
      `ok page 1\n\n1: fact F-1\n  read: ${read('F-1')}\n\nnext: ${nextPage}\n`,
    );
    // Without a parameter for the position, the next page has no URL.
    expect(jsonOf({ value: { items: [], next_cursor: 'c' } })).toMatchObject({ next: [] });
  });

  test('with a list and next_after has the URL of the page after that position', () => {
    expect(jsonOf({ value: { items: [1], next_after: '7' }, parameters: ['after'] })).toMatchObject({
      next_after: '7',
      next: [{ surface: 'get', url: `${BASE}/get/x?after=7` }],
    });
  });

  test('with an inbox has the URL that acknowledges the items, or the URL that waits for items', () => {
    const inbox = { next: [ACK], nextIfEmpty: [WAIT] };
    const [ack, wait] = [`${BASE}/get/inbox?ack=c`, `${BASE}/get/inbox?wait=50`];
    const item = { type: 'fact', id: 'F-1' };
    expect(jsonOf({ value: { items: [item], next_cursor: 'c' }, ...inbox })).toMatchObject({
      next: [{ surface: 'get', rel: 'ack', url: ack }],
    });
    expect(textOf({ value: { items: [], next_cursor: 'c' }, ...inbox })).toBe(`ok page 0\n\nnext: ${wait}\n`);
    expect(textOf({ value: { items: [], next_cursor: 'c', has_more: true }, ...inbox })).toBe(
      `ok page 0\nhas_more: true\n\nack: ${ack}\n`,
    );
    expect(textOf({ value: { items: [] }, next: [WAIT] })).toBe(`ok page 0\n\nnext: ${wait}\n`);
  });

  test('offers to rotate an exposed key, unless the reply has a new key', () => {
    const rotate = `${BASE}/get/rotate?revoke_others=true&overlap_seconds=300`;
    const offered = [
      jsonOf({ value: { a: 1 }, isRotationDue: true }),
      jsonOf({ value: { rotation_recommended: true } }),
    ];
    expect(offered).toEqual([
      { a: 1, rotate },
      { rotation_recommended: true, rotate },
    ]);
    const notOffered = [{ api_key: 'k' }, { api_key: 'k', rotation_recommended: true }];
    expect(notOffered.map((value) => jsonOf({ value, isRotationDue: true }))).toEqual(notOffered);
    expect(jsonOf({ value: { rotation_recommended: false } })).toEqual({ rotation_recommended: false });
  });

  test('reports a replay in text and JSON, and in text an answer that does not match the schema', () => {
    const answer = (latest_answer: object) => textOf({ value: { latest_answer } });
    expect(textOf({ value: { a: 1 }, isReplayed: true })).toBe('ok\nreplayed: true\na: 1\n');
    expect(jsonOf({ value: { a: 1 }, isReplayed: true })).toEqual({ a: 1, replayed: true });
    const warning = 'warning: the answer does not match the schema';
    const faults = [
      { pointer: '/a', msg: 'must be a number' },
      { pointer: '/b', msg: 'x' },
    ];
    expect(answer({ schema_valid: false, schema_errors: faults })).toContain(
      `ok\n${warning}: /a must be a number\n`,
    );
    expect(answer({ schema_valid: false, schema_errors: [{ pointer: '', msg: 'm' }] })).toContain(
      `${warning}: m\n`,
    );
    expect(answer({ schema_valid: false })).toContain(`${warning}\n`);
    expect(answer({ schema_valid: true, schema_errors: faults })).not.toContain('warning');
    expect(answer({ schema_valid: null })).not.toContain('warning');
  });

  test('with a work packet has as `poll` the URL of /get/history in text, and the REST path in JSON', () => {
    const value = { type: 'work', id: 'W-1', poll: '/v1/work/W-1/events' };
    const list = { items: [value] };
    const poll = `${BASE}/get/history?work_id=W-1`;
    expect(textOf({ value })).toBe(`ok work W-1\npoll: ${poll}\n`);
    expect(jsonOf({ value })).toEqual(value);
    expect(textOf({ value: list })).toContain(`\n  poll: ${poll}\n`);
    expect(jsonOf({ value: list })).toMatchObject({ items: [{ poll: value.poll }] });
  });
});
