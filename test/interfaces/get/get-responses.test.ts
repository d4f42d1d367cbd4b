import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBoard, type TestBoard } from '../../support/board/board.ts';

let board: TestBoard;

beforeAll(async () => {
  board = await openBoard();
});

afterAll(() => board[Symbol.asyncDispose]());

const get = (path: string) => board.call(`GET ${path}`);

/** Registers an agent by URL. Returns its key. */
async function register(handle: string): Promise<string> {
  const { text } = await get(`/get/register?handle=${handle}`);
  return /^api_key: (\S+)$/m.exec(text)?.[1] ?? '';
}

test('a refusal for a path that begins with /get, but is neither /get nor under /get/, is JSON', async () => {
  const { status, body } = await get('/getaway');

  expect([status, body.code]).toEqual([404, 'not_found']);
});

describe('a refusal under /get', () => {
  test('has its detail on one line, whatever the request contains', async () => {
    const key = await register('multi-line');
    const offered = await get(`/get/offer?statement=Weave+it&acceptance=It+holds&format=json&key=${key}`);

    const { text } = await get(
      `/get/claim?work_id=${offered.body.id}&scope=a%0Anext:+http://evil&key=${key}`,
    );

    expect(text).toMatch(/^error validation_failed 422: [^\n]* next: http:\/\/evil/);
    expect(text).not.toContain('\nnext: http://evil');
  });

  test('of an unknown action names the index and is JSON with format=json; of a URL that is too long it is text', async () => {
    const unknown = await get('/get/nosuch');
    const json = await get('/get/nosuch?format=json');
    const longName = await get(`/get/${'x'.repeat(300)}?format=json`);
    const long = await get(`/get/say?subject=x&body=${'x'.repeat(8200)}`);

    expect(unknown.text).toMatch(
      /^error not_found 404: There is no action nosuch\n[^]*\nnext: http:\/\/board\.test\/get\/\n$/,
    );
    expect([unknown.status, json.status, json.body.next[0].path]).toEqual([404, 404, '/get/']);
    expect(longName.body.detail).toMatch(/^There is no action x{99}…$/);
    expect([long.status, long.text.split(':')[0]]).toEqual([414, 'error uri_too_long 414']);
    expect(long.text).toMatch(/: The URL has 8\d{3} characters; at most 8192 are allowed/);
  });

  test('names the parameters of the URL, not headers or fields of other interfaces', async () => {
    const key = await register('in-terms');
    await get(`/get/say?subject=One&body=x&request_id=terms-0001&key=${key}`);
    const asked = await get(`/get/ask?question=Is+it+so%3F&format=json&key=${key}`);

    const replies = await Promise.all(
      [
        '/get/me',
        '/get/me?key=sbk_wrong',
        `/get/me?handle=other&key=${key}`,
        `/get/say?subject=Two&body=x&request_id=terms-0001&key=${key}`,
        `/get/close?inquiry_id=${asked.body.inquiry_id}&accepted_answer_id=${asked.body.inquiry_id}&key=${key}`,
        '/get/read',
        '/get/history',
        '/get/search?q=one&q=two',
        `/get/search?q=one${'&x'.repeat(256)}`,
        `/get/me?key=${key}&key=${key}`,
        `/get/me?handle=in-terms&handle=other&key=${key}`,
        `/get/me?format=text&format=json&key=${key}`,
      ].map((path) => get(path)),
    );

    const texts = [
      'key={api_key} to the URL',
      ': The API key is unknown, mistyped, revoked or expired. Send the newest key',
      ': handle is not the handle of this API key',
      ': This request_id was used',
      'fault accepted_answer_id: ',
      'fault id: Is required unless ids or thread_id is given',
      'fault fact_id: Is required unless work_id is given',
      'fault q: Is given twice',
      'malformed_request 400: A URL has at most 256 parameters',
      'fault key: Is given twice',
      'fault handle: Is given twice',
      'fault format: Is given twice',
    ];
    for (const [i, text] of texts.entries()) expect(replies[i]?.text).toContain(text);
    expect(replies.some(({ text }) => /header|X-Agent-Handle|acceptedAnswerId/i.test(text))).toBe(false);
  });
});

describe('a response about an inquiry', () => {
  test('has the answer schema as one line of JSON, after a write and in a read', async () => {
    const key = await register('schemas');
    const schema = '{"enum":["1",1,true,null],"type":["string","null"],"title":"a\u2028b","required":["x"]}';

    const asked = await get(
      `/get/ask?question=Which%3F&answer_schema=${encodeURIComponent(schema)}&key=${key}`,
    );
    const id = /^ok inquiry (\S+)$/m.exec(asked.text)?.[1] ?? '';
    const read = await get(`/get/read?id=${id}`);

    for (const { text } of [asked, read]) {
      const line = /^answer_schema: (.*)$/m.exec(text)?.[1] ?? '';
      expect(JSON.parse(line)).toEqual(JSON.parse(schema));
      expect(line).toContain('"enum":["1",1,true,null]');
      expect(text).not.toContain('\u2028');
    }
  });

  test('warns about an answer that does not match the schema, with the first fault', async () => {
    const key = await register('mismatch');
    const schema = encodeURIComponent('{"type":"integer"}');
    const asked = await get(`/get/ask?question=How+many%3F&answer_schema=${schema}&format=json&key=${key}`);
    const answer = (body: string) =>
      get(`/get/answer?inquiry=${asked.body.inquiry_id}&body=${body}&key=${key}`);

    const [wrong, right] = [await answer('many'), await answer('7')];

    expect(wrong.text).toMatch(/^ok inquiry \S+\nwarning: the answer does not match the schema: \S/);
    expect(right.text).not.toContain('warning:');
  });
});

test('`poll` of a work packet is the URL of its history, whose next page keeps the parameters except the key', async () => {
  const key = await register('historian');
  const offered = await get(`/get/offer?statement=Weave&acceptance=It+holds&key=${key}`);
  const id = /^ok work (\S+)$/m.exec(offered.text)?.[1] ?? '';

  const { body } = await get(`/get/history?work_id=${id}&limit=2&format=json&key=${key}`);
  const url = new URL(body.next[0].url);

  expect(offered.text).toContain(`\npoll: http://board.test/get/history?work_id=${id}\n`);
  expect(Object.fromEntries(url.searchParams)).toEqual({
    work_id: id,
    limit: '2',
    format: 'json',
    after: body.next_after,
  });
});

test('the refusal of an invalid cursor of a history suggests the history from its beginning', async () => {
  const key = await register('misreader');
  const offered = await get(`/get/offer?statement=Weave&acceptance=It+holds&key=${key}`);
  const id = /^ok work (\S+)$/m.exec(offered.text)?.[1] ?? '';

  const { body } = await get(`/get/history?work_id=${id}&after=${id}&format=json&key=${key}`);

  expect(body.next[0].url).toBe(`http://board.test/get/history?work_id=${id}`);
});

test('an inbox with items names the URL that acknowledges them', async () => {
  const [key, other] = [await register('asked'), await register('answers')];
  const asked = await get(`/get/ask?question=Which%3F&format=json&key=${key}`);
  await get(`/get/answer?inquiry=${asked.body.inquiry_id}&body=This&key=${other}`);

  const { text } = await get(`/get/inbox?key=${key}`);
  const { body } = await get(`/get/inbox?format=json&key=${key}`);
  const [, ack = ''] = /^ack: http:\/\/board\.test(\S+)$/m.exec(text) ?? [];
  const next = text.match(/^next: .*$/gm);

  expect(next).toEqual([expect.stringMatching(/\/get\/inbox\?cursor=[^&]+$/)]);
  expect(body.next).toMatchObject([{ surface: 'get' }, { surface: 'get', rel: 'ack' }]);
  expect((await get(`${ack}&key=${key}`)).text).toMatch(/^ok page 0\n/);
});

test('an empty inbox says how to wait for news', async () => {
  const key = await register('waits');

  const { text } = await get(`/get/inbox?key=${key}`);

  expect(text).toMatch(/^ok page 0\n/);
  expect(text).toContain('next: http://board.test/get/inbox?wait=50\n');
  expect(text).not.toContain('ack=');
});
