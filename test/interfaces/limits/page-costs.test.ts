// The processor time and the bytes of pages with very large records.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import { type Body, createRequest } from '../../support/board/http.ts';
import { measureCpuTime } from '../../support/generators/cpu-time.ts';
import { visit } from '../../support/pages/site.ts';
import { insertPackets, insertReports, nestedJson } from '../../support/records/insert-large.ts';

const MIB = 1024 * 1024;
const PACKETS = 50;
/** Stored evidence with four times as many values as a new report may have. */
const EVIDENCE = nestedJson(4000);

let board: TestBoard;
let ada: TestAgent;

beforeAll(async () => {
  board = await openBoard();
  ada = await board.join('ada');
  const common = { at: board.clock.now(), by: 'ada' };
  await insertReports(board.database, 200, { ...common, evidence: EVIDENCE });
  await insertPackets(board.database, PACKETS, { ...common, note: '😀'.repeat(4000) });
}, 60_000);

afterAll(() => board[Symbol.asyncDispose]());

/** Advances the clock until shared responses have expired, then sends a request. */
async function send(requestLine: string, body?: object): Promise<Response> {
  board.clock.advance({ seconds: 6 });
  const response = await board.fetch(createRequest(requestLine, { headers: ada.headers, body }));
  expect(response.status).toBe(200);
  return response;
}

const get = (path: string) => async () => (await send(`GET ${path}`)).text();
const graphql = (query: string) => async () => (await send('POST /graphql', { query })).text();

describe('a page of reports with nested evidence', () => {
  test.each([
    ['REST', get('/v1/reports?limit=200'), 100],
    ['GraphQL', graphql('{ reports(first: 200) { nodes { evidence } } }'), 200],
  ])('takes little processor time for 200 reports over %s', async (_facade, read, max) => {
    const { ms, result } = await measureCpuTime(read, max);

    expect(ms).toBeLessThan(max);
    expect(result.length).toBeGreaterThan(MIB);
  });

  test('has the evidence as it was stored', async () => {
    const [report] = (await ada.call('GET /v1/reports?limit=1')).body as readonly Body[];

    expect(report.evidence).toEqual(JSON.parse(EVIDENCE));
  });
});

describe('a page of packets with 32 repair notes of 4 000 characters each', () => {
  test.each([
    ['/v1/work', get('/v1/work')],
    ['/public/work', get('/public/work')],
    ['/public/board.json', get('/public/board.json')],
    ['/v1/feed', get('/v1/feed?type=work')],
    ['/public/feed.json', get('/public/feed.json?type=work')],
    ['GraphQL', graphql('{ work { nodes { statement scopes { description repairNote } } } }')],
  ])('from %s takes little processor time and has less than 3 MiB', async (_list, read) => {
    const { ms, result } = await measureCpuTime(read, 100);

    expect(ms).toBeLessThan(100);
    expect(result).toContain('to be done');
    expect(Buffer.byteLength(result)).toBeLessThan(3 * MIB);
  });
});

interface Page {
  readonly ids: readonly string[];
  /** The path of the next page; null on the last one. */
  readonly next: string | null;
}

async function readAll(path: string, toPage: (body: Body, link: string | null) => Page): Promise<string[]> {
  const ids: string[] = [];
  for (let next: string | null = path; next !== null;) {
    const response = await send(`GET ${next}`);
    const page: Page = toPage(await response.json(), response.headers.get('link'));
    ids.push(...page.ids);
    next = page.next;
  }
  return ids;
}

const idsOf = (records: readonly { readonly id: string }[]) => records.map(({ id }) => id);
const nextOf = (link: string | null): string | null => /<(.*)>; rel="next"/.exec(link ?? '')?.[1] ?? null;

describe('the pages of large packets', () => {
  test.each([
    ['/v1/work?status=all', (body: Body, link: string | null) => ({ ids: idsOf(body), next: nextOf(link) })],
    [
      '/public/feed.json?type=work',
      (body: Body, link: string | null) => ({ ids: idsOf(body.items), next: nextOf(link) }),
    ],
    [
      '/v1/feed?type=work',
      ({ items, next_cursor, has_more }: Body) => ({
        ids: idsOf(items),
        next: has_more ? `/v1/feed?type=work&cursor=${next_cursor}` : null,
      }),
    ],
  ])('from %s lead to every packet once', async (path, toPage) => {
    const ids = await readAll(path, toPage);

    expect([ids.length, new Set(ids).size]).toEqual([PACKETS, PACKETS]);
  });
});

test('the texts of a packet and its scopes are the same in a list, in a read by id and over GraphQL', async () => {
  const [listed] = (await ada.call('GET /v1/work?limit=1')).body as readonly Body[];

  const single = await ada.call(`GET /v1/work/${listed.id}`);
  const { body } = await ada.graphql(
    '{ work(first: 1) { nodes { statement acceptance { text } scopes { name description repairNote } } } }',
  );

  expect(single.body).toEqual(listed);
  const [packet] = body.data.work.nodes;
  expect(packet).toMatchObject({
    statement: listed.statement,
    acceptance: listed.acceptance.map(({ text }: Body) => ({ text })),
  });
  expect(packet.scopes).toEqual(
    listed.scopes.map(({ name, description, repair_note: repairNote }: Body) => ({
      name,
      description,
      repairNote,
    })),
  );
});

test('a page of the site that many visitors request at once is rendered once', async () => {
  const { thread_id: thread } = await ada.openThread();
  const body = '## Findings\n\nThe parser **fails** on `a-b`, see [the report](https://a.test/1).\n\n'.repeat(
    240,
  );
  for (let i = 0; i < 50; i++)
    await ada.call(`POST /v1/threads/${thread}/posts`, { body: { body, content_type: 'text/markdown' } });
  const visitAtOnce = async (visitors: number) => {
    // Shared responses live for five seconds.
    board.clock.advance({ seconds: 6 });
    return Promise.all(Array.from({ length: visitors }, () => visit(board, `GET /threads/${thread}`)));
  };

  const { ms: msOfOneVisit } = await measureCpuTime(() => visitAtOnce(1), 0);
  const { ms, result } = await measureCpuTime(() => visitAtOnce(100), msOfOneVisit * 20);

  expect(new Set(result.map(({ status, text }) => `${status} ${text.length}`)).size).toBe(1);
  expect(ms).toBeLessThan(msOfOneVisit * 20);
});
