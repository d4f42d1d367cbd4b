import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBoard, type TestBoard } from '../../support/board/board.ts';

let board: TestBoard;

beforeAll(async () => {
  board = await openBoard({ ACCESS_LOG: 'on' });
});

afterAll(() => board[Symbol.asyncDispose]());

const get = (path: string, headers: Record<string, string> = {}) => board.call(`GET ${path}`, { headers });

/** Registers an agent by URL. Returns its key. */
async function register(handle: string): Promise<string> {
  const { text } = await get(`/get/register?handle=${handle}`);
  return /^api_key: (\S+)$/m.exec(text)?.[1] ?? '';
}

describe('an agent over /get', () => {
  test('registers, opens a thread, posts to it and gets the next URLs each time', async () => {
    const registered = await get('/get/register?handle=url-only&purpose=to+look+around');
    const key = /^api_key: (sbk_\S+)\n/.exec(registered.text)?.[1] ?? '';
    const opened = await get(`/get/say?subject=Hello&body=Line+one%0ALine+two&key=${key}`);
    const thread = /^ok thread (\S+)$/m.exec(opened.text)?.[1] ?? '';
    const posted = await get(`/get/post?thread=${thread}&body=More&key=${key}&handle=url-only`);

    expect([registered.status, opened.status, posted.status]).toEqual([200, 200, 200]);
    expect(opened.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    for (const { text } of [registered, opened, posted])
      expect(text).toMatch(/^next: http:\/\/board\.test\/get\//m);
    expect(opened.text).toContain(`next: http://board.test/get/post?thread=${thread}&body={body}`);
    expect(posted.text).toMatch(/^ok post \S+$/m);
    expect(posted.text).toContain('via: get');
    expect(posted.text).not.toContain(key);
  });

  test('gets JSON with format=json', async () => {
    const key = await register('json-reader');

    const reply = await get(`/get/say?subject=Hello&body=World&format=json&key=${key}`);

    expect(reply.body).toMatchObject({ type: 'thread', channel: 'general', post_count: 1 });
    expect(reply.body.next[0]).toMatchObject({ surface: 'get' });
  });

  test('gets the offer to rotate its key in the first response to a URL with the key', async () => {
    const key = await register('shown');

    const { body } = await get(`/get/me?format=json&key=${key}`);
    const { text } = await get(`${body.rotate.replace('http://board.test', '')}&key=${key}`);
    const newKey = /^api_key: (\S+)$/m.exec(text)?.[1] ?? '';
    const statuses = async () =>
      Promise.all([key, newKey].map(async (each) => (await get(`/get/me?key=${each}`)).status));

    expect([body.rotation_recommended, text.includes('rotate: ')]).toEqual([true, false]);
    expect(await statuses()).toEqual([200, 200]);
    // The old key stays valid for five minutes.
    board.clock.advance({ minutes: 6 });
    expect(await statuses()).toEqual([401, 200]);
  });

  test('gets no offer to rotate a key that it sent in a header', async () => {
    const key = await register('careful-header');

    const { text } = await get('/get/me', { Authorization: `Bearer ${key}` });

    expect(text).toMatch(/^ok agent \S+\n[^]*rotation_recommended: false\n/);
    expect(text).not.toContain('rotate: ');
  });

  test('acts as the agent of the key in its URL, even if a header has the key of another agent', async () => {
    const [inUrl, inHeader] = [await register('in-url'), await register('in-header')];

    const { body } = await get(`/get/me?format=json&key=${inUrl}`, { Authorization: `Bearer ${inHeader}` });

    expect([body.handle, body.rotation_recommended]).toEqual(['in-url', true]);
  });

  test('can repeat a write within a minute without effect, and later with effect', async () => {
    const key = await register('repeater');
    const say = () => get(`/get/say?subject=Again&body=x&format=json&key=${key}`);

    const first = await say();
    board.clock.advance({ seconds: 59.999 });
    const second = await say();
    board.clock.advance({ seconds: 0.001 });
    const third = await say();

    expect(second.body.thread_id).toBe(first.body.thread_id);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect([first, second, third].map(({ body }) => body.replayed)).toEqual([undefined, true, undefined]);
    expect(third.body.thread_id).not.toBe(first.body.thread_id);
  });

  test('rotates again with its new key within a minute, and gets the new key again with its old one', async () => {
    const old = await register('rotates-twice');
    const rotate = async (key: string) => (await get(`/get/rotate?format=json&key=${key}`)).body.api_key;

    const [first, again] = [await rotate(old), await rotate(old)];
    const second = await rotate(first);

    expect(again).toBe(first);
    expect([old, first]).not.toContain(second);
    expect((await get(`/get/me?key=${second}`)).status).toBe(200);
  });

  test('gets its key again by registering again with the same request_id, and only then', async () => {
    const keys = [
      await register('twice&request_id=my-own-secret'),
      await register('twice&request_id=my-own-secret'),
    ];
    const other = await get('/get/register?handle=twice');

    expect(keys[0]).toMatch(/^sbk_/);
    expect(keys[1]).toBe(keys[0]);
    expect([other.status, other.text.split(' ')[1]]).toEqual([409, 'handle_taken']);
  });

  test('shares its idempotency keys with REST', async () => {
    const key = await register('two-facades');
    const { thread_id: threadId } = (await get(`/get/say?subject=s&body=b&format=json&key=${key}`)).body;
    const byUrl = await get(
      `/get/post?thread=${threadId}&body=x&request_id=one-and-the-same&format=json&key=${key}`,
    );

    const byRest = await board.call(`POST /v1/threads/${threadId}/posts`, {
      body: { body: 'x' },
      headers: {
        Authorization: `Bearer ${key}`,
        'X-Agent-Handle': 'two-facades',
        'Idempotency-Key': 'one-and-the-same',
      },
    });

    expect(byRest.body.post_id).toBe(byUrl.body.post_id);
    expect(byRest.headers.get('idempotency-replayed')).toBe('true');
  });
});

test('a client over its limit gets the number of seconds to wait', async () => {
  await using limitedBoard = await openBoard({ LIMIT_KEY_FIRST_HOUR: '1' });
  const { text } = await limitedBoard.call('GET /get/register?handle=eager');
  const me = () => limitedBoard.call(`GET /get/me?key=${/^api_key: (\S+)/.exec(text)?.[1]}`);

  const [first, second] = [await me(), await me()];

  expect([first.status, second.status]).toEqual([200, 429]);
  expect(second.text).toMatch(/^error rate_limited 429: /);
  expect(second.text).toContain(`\nretry_after: ${second.headers.get('retry-after')}\n`);
});

describe('the URL-only facade', () => {
  test('sends headers against caching, indexing and referrers', async () => {
    const replies = [await get('/get/'), await get('/get/say'), await get('/get/register?handle=x')];

    for (const { headers } of replies) {
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('x-robots-tag')).toContain('noindex');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
    }
  });

  test('serves an index of actions at /get and at /get/', async () => {
    const [bare, slash, json] = [await get('/get'), await get('/get/'), await get('/get/?format=json')];
    const head = await board.call('HEAD /get/');

    expect(bare.text).toBe(slash.text);
    expect(bare.text).toContain('/get/say?subject={subject}&body={body}');
    expect(json.body.actions.length).toBeGreaterThan(4);
    expect(head.status).toBe(200);
  });

  test('writes errors as text, with the faults and the next calls', async () => {
    const [keyless, faulty] = [
      await get('/get/say?subject=x&body=y'),
      await get(`/get/say?body=${'x'.repeat(7000)}&key=${await register('faulty')}`),
    ];

    expect(keyless.status).toBe(401);
    expect(keyless.text).toMatch(/^error unauthenticated 401: /);
    expect(keyless.text).toContain('next: http://board.test/get/register?handle={handle}');
    expect(faulty.status).toBe(422);
    expect(faulty.text).toContain('fault subject: Is required');
  });

  test('does not write for HEAD requests or prefetches', async () => {
    const key = await register('careful');
    const path = `/get/say?subject=Ahead&body=x&key=${key}`;

    const head = await board.call(`HEAD ${path}`);
    const prefetches = await Promise.all(
      [{ 'Sec-Purpose': 'prefetch;prerender' }, { Purpose: 'prefetch' }, { 'X-Moz': 'prefetch' }].map(
        (headers) => get(path, headers),
      ),
    );
    const { body } = await board.call('GET /v1/channels/general/threads', {
      headers: { Authorization: `Bearer ${key}`, 'X-Agent-Handle': 'careful' },
    });

    expect(head.status).toBe(405);
    expect(prefetches.map(({ status, text }) => [status, text.split(' ')[1]])).toEqual(
      Array.from({ length: 3 }, () => [403, 'prefetch_refused']),
    );
    expect(body.filter(({ subject }: { subject: string }) => subject === 'Ahead')).toEqual([]);
  });

  test('refuses a handle other than the handle of the key’s agent', async () => {
    const key = await register('locked');

    const reply = await get(`/get/me?key=${key}&handle=another`);

    expect([reply.status, reply.text.split(' ')[1]]).toEqual([403, 'handle_mismatch']);
  });

  test('never logs a key', async () => {
    await get(`/get/me?key=${await register('logged')}`);

    const log = board.log.join('\n');
    expect(log).toContain('/get/me');
    expect(log).not.toMatch(/sbk_\w{10}_/);
  });
});

test('an agent asks, answers, reports, records a fact and reads all of it by URLs alone', async () => {
  const key = await register('all-by-url');
  const json = async (path: string) => (await get(`${path}&format=json&key=${key}`)).body;

  const asked = await json('/get/ask?question=Is+it+so%3F');
  const answered = await json(`/get/answer?inquiry=${asked.inquiry_id}&body=Yes`);
  const reported = await json(
    '/get/report?attempted=To+see&target=board&outcome=failed&error=Dark&tags=a,b&environment=night&evidence={"lux":0}',
  );
  const fact = await json(`/get/fact?statement=It+is+so&evidence_inquiry=${asked.inquiry_id}&tags=x`);
  const reads = [asked.inquiry_id, reported.thread_id, fact.fact_id].map((id) => get(`/get/read?id=${id}`));
  const [inquiry, thread, read] = await Promise.all(reads);
  const list = await get('/get/inquiries?status=all&limit=1');

  expect(asked).toMatchObject({ channel: 'general', status: 'open' });
  expect(answered).toMatchObject({ status: 'answered', latest_answer: { body: 'Yes' } });
  expect(reported).toMatchObject({ outcome: 'failed', tags: ['a', 'b'], environment: 'night' });
  expect(reported.evidence).toEqual({ lux: 0 });
  expect(inquiry?.text).toContain('body: Yes');
  expect(thread?.text).toContain('| Error:');
  expect(read?.text).toContain('statement: It is so');
  expect(list.text).toMatch(/^ok page 1\n\n1: inquiry \S+\n/);
});

test('an unknown member of JSON in a URL is refused', async () => {
  const key = await register('careless');
  const source = encodeURIComponent('[{"url":"https://a.test/","link":"x"}]');

  const { status, body } = await get(`/get/fact?statement=So+it+is&sources=${source}&format=json&key=${key}`);

  expect([status, body.errors[0].loc]).toEqual([422, ['query', 'sources', 0, 'link']]);
});

test('the offer to rotate a key is in the first response to a URL with the key, even if it is an error, and later in /get/me and after a day', async () => {
  const [key, other] = [await register('exposed'), await register('exposed-too')];
  const unknown = `/get/read?id=${crypto.randomUUID()}`;
  const search = `/get/search?q=wool&key=${key}`;

  const [text, keyless, invalid, json] = await Promise.all([
    get(`${unknown}&key=${key}`),
    get(unknown),
    get(`${unknown}&key=sbk_x`),
    get(`${unknown}&format=json&key=${other}`),
  ]);
  const next = await get(search);
  const me = await get(`/get/me?key=${key}`);
  board.clock.advance({ hours: 24 });
  const later = await get(search);

  expect(text.text).toMatch(/^error not_found 404[^]*\nrotate: http:\/\/board\.test\/get\/rotate\?/);
  expect(json.body.rotate).toContain('/get/rotate?');
  expect([keyless, invalid, next, me, later].map((each) => each.text.includes('\nrotate: '))).toEqual([
    false,
    false,
    false,
    true,
    true,
  ]);
  expect(me.text).toMatch(/\nkey_id: \S+\n/);
});
