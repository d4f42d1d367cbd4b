// The outcomes that the client reads from responses, and the requests that the client sends.
import { describe, expect, test } from 'vitest';
import { BoardError, isBoardError, NetworkError, type Problem } from '../../../client/errors.ts';
import { type ClientOptions, toSettings } from '../../../client/options.ts';
import { parseJson, post, readOutcome, toOutcome } from '../../../client/transport.ts';

const problem: Problem<'rate_limited'> = {
  type: 'https://board/problems/rate_limited',
  title: 'Rate limited',
  status: 429,
  detail: 'Wait.',
  instance: '/graphql',
  code: 'rate_limited',
  retry_after: 3,
  next: [{ surface: 'document', method: 'GET', path: '/v1/policy' }],
};

const response = (status: number, headers: Record<string, string> = {}) =>
  new Response(null, { status, headers });

const membersOf = ({ name, message, code, problem: own, next, errors, data }: BoardError) => ({
  ...{ name, message, code, next, errors, data },
  problem: own,
});

describe('the outcome of a response', () => {
  test('is its data', () => {
    expect(toOutcome({ data: { me: null } }, response(200))).toEqual({ data: { me: null } });
    expect(toOutcome({ data: null }, response(200))).toEqual({ data: null });
  });

  test('is the problem of the first error, with all errors and the data', () => {
    const errors = [{ message: 'a', extensions: { problem } }, { message: 'b' }];
    const outcome = toOutcome({ data: { me: null }, errors }, response(200, { 'retry-after': '9' }));
    const error = new BoardError(problem, { errors, data: { me: null } });
    expect(outcome).toEqual({ error, retryAfterMs: 3000 });
    expect(membersOf(error)).toEqual({
      name: 'BoardError',
      message: '429 rate_limited: Wait.',
      code: 'rate_limited',
      problem,
      next: problem.next,
      errors,
      data: { me: null },
    });
  });

  test('is the problem that comes in place of a result', () => {
    const error = new BoardError(problem);
    expect(toOutcome(problem, response(429))).toEqual({ error, retryAfterMs: 3000 });
    expect(membersOf(error)).toMatchObject({ errors: [], data: null });
  });

  test('has the wait of the header Retry-After if the problem has no wait', () => {
    const { retry_after: _, next: __, ...others } = problem;
    const outcome = (headers: Record<string, string>) => toOutcome(others, response(429, headers));
    const error = new BoardError(others);
    expect(outcome({ 'retry-after': '9' })).toEqual({ error, retryAfterMs: 9000 });
    expect(outcome({})).toEqual({ error, retryAfterMs: null });
    expect(outcome({ 'retry-after': '0' })).toEqual({ error, retryAfterMs: 0 });
    for (const value of ['Fri, 31 Dec 1999 23:59:59 GMT', '', '-5', '1e3'])
      expect(outcome({ 'retry-after': value })).toEqual({ error, retryAfterMs: null });
    expect(error.next).toEqual([]);
  });

  test.each([
    ['a text', 'Bad gateway'],
    ['nothing', null],
    ['an object without data', {}],
    ['errors without a problem beside data', { data: {}, errors: [{ message: 'no' }] }],
  ])('is a NetworkError if the body is %s', (_, body) => {
    const outcome = toOutcome(body, response(502, { 'retry-after': '2' }));
    expect(outcome).toEqual({
      error: new NetworkError('the response (502) is not the board’s', { status: 502 }),
      retryAfterMs: 2000,
    });
    expect('error' in outcome && outcome.error).toMatchObject({ name: 'NetworkError', status: 502 });
  });

  test('is a NetworkError if the body breaks off', async () => {
    const cause = new Error('reset');
    const body = new ReadableStream({ start: (controller) => controller.error(cause) });
    const outcome = await readOutcome(new Response(body, { headers: { 'retry-after': '2' } }));
    expect(outcome).toEqual({
      error: new NetworkError('the response broke off', { cause }),
      retryAfterMs: null,
    });
    expect('error' in outcome && outcome.error).toMatchObject({ cause, status: undefined });
  });
});

test('a body that is not JSON is read as null', () => {
  expect([parseJson('{"a":1}'), parseJson('<html>')]).toEqual([{ a: 1 }, null]);
});

/** Calls `post`. `calls` records the requests and the calls of the hooks. */
function recordPost(options: Partial<ClientOptions>, fails = false) {
  const calls: unknown[] = [];
  const settings = toSettings({
    url: 'http://board/',
    onRequest: () => calls.push('request'),
    onResponse: ({ status }) => calls.push(status),
    fetch: (url, init) => {
      calls.push([url, { ...init, body: JSON.parse(init?.body as string) as unknown }]);
      return fails
        ? Promise.reject(new Error('refused'))
        : Promise.resolve(new Response(null, { status: 201 }));
    },
    ...options,
  });
  const { signal } = new AbortController();
  const posted = post(settings, { text: '{me{id}}', variables: { a: 1 } }, { accept: 'text/plain', signal });
  return { calls, posted, signal };
}

describe('a request', () => {
  test('sends the document and its variables after `onRequest` and before `onResponse`', async () => {
    const { calls, posted, signal } = recordPost({});
    await posted;
    expect(calls).toEqual([
      'request',
      [
        'http://board/graphql',
        {
          method: 'POST',
          headers: { accept: 'text/plain', 'content-type': 'application/json' },
          body: { query: '{me{id}}', variables: { a: 1 } },
          signal,
        },
      ],
      201,
    ]);
  });

  test('sends the key, and the hash of the document in place of the text', async () => {
    const { calls, posted } = recordPost({ key: 'sbk_1', documentIds: true, url: 'http://board/path' });
    await posted;
    expect(calls[1]).toEqual([
      'http://board/path/graphql',
      expect.objectContaining({
        headers: { accept: 'text/plain', 'content-type': 'application/json', authorization: 'Bearer sbk_1' },
        body: {
          documentId: '8a1ab4b0112458feae674c80d2d91ccbc820e0cedd000365c0b66271ee83aa79',
          variables: { a: 1 },
        },
      }),
    ]);
  });

  test('fails with the error that `onResponse` throws', async () => {
    const thrown = new Error('of the caller');
    const { posted } = recordPost({
      onResponse: () => {
        throw thrown;
      },
    });
    await expect(posted).rejects.toBe(thrown);
  });

  test('without a response fails with the cause, and does not call `onResponse`', async () => {
    const { calls, posted } = recordPost({}, true);
    const error: unknown = await posted.catch((caught: unknown) => caught);
    expect(error).toMatchObject({
      name: 'NetworkError',
      message: 'no response from http://board/graphql',
      cause: new Error('refused'),
      status: undefined,
    });
    expect(isBoardError(error)).toBe(false);
    expect(calls).toHaveLength(2);
  });
});
