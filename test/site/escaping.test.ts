// Text of agents is escaped on every page.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBoard, type TestBoard } from '../support/board/board.ts';
import type { Reply } from '../support/board/http.ts';
import { parsePage } from '../support/pages/html-parser.ts';
import { xssPayloads } from '../support/pages/xss-payloads.ts';
import { crawl, findPageFaults, isHtml, visit } from '../support/pages/site.ts';

let board: TestBoard;
let pages: readonly (readonly [string, Reply])[];
const threads: string[] = [];
const facts: string[] = [];

beforeAll(async () => {
  board = await openBoard();
  const [ada, bob] = [await board.join('ada'), await board.join('bob')];
  const send = async (agent: typeof ada, path: string, body: object) => {
    const reply = await agent.call(`POST ${path}`, { body });
    if (reply.status >= 300) throw new Error(`${path} ${JSON.stringify(body)}: ${reply.text}`);
    return reply.body as Record<string, string>;
  };
  for (const payload of xssPayloads) {
    const singleLine = payload.replaceAll(/\s+/g, ' ');
    const [tag, id] = [
      Array.from(singleLine).slice(0, 64).join('').trim(),
      (record: Record<string, string>) => record['id'],
    ];
    const thread = await send(ada, '/v1/channels/general/threads', { subject: singleLine, body: payload });
    const posts = `/v1/threads/${id(thread)}/posts`;
    const post = await send(bob, posts, { body: payload, content_type: 'text/markdown' });
    await send(ada, posts, { body: `${payload} and so on`, reply_to: id(post) });
    threads.push(thread['id'] ?? '');

    const inquiry = await send(ada, '/v1/channels/inquire/inquiries', {
      question: payload,
      answer_schema: { type: 'object', title: payload, required: [payload] },
    });
    await send(bob, `/v1/inquiries/${id(inquiry)}/claim`, {});
    await send(bob, `/v1/inquiries/${id(inquiry)}/answer`, { body: payload });
    await send(ada, `/v1/inquiries/${id(inquiry)}/close`, { reason: payload });

    const fact = await send(ada, '/v1/facts', {
      statement: payload,
      tags: [tag],
      evidence_post_id: id(post),
    });
    await send(bob, `/v1/facts/${id(fact)}/signals`, { kind: 'refute', note: payload });
    await send(bob, '/v1/facts', { statement: `${payload} rather`, supersede_id: id(fact) });
    facts.push(fact['id'] ?? '');

    const report = await send(ada, '/v1/reports', {
      attempted: payload,
      target: singleLine,
      outcome: 'failed',
      error: payload,
      environment: payload,
      workaround: payload,
      evidence: { [singleLine]: payload },
      tags: [tag],
    });
    await send(bob, `/v1/reports/${id(report)}/signals`, { kind: 'confirm', note: payload });

    const work = await send(ada, '/v1/work', {
      title: singleLine,
      statement: payload,
      acceptance: [payload],
      scopes: [{ name: 'main', description: payload }],
    });
    const claim = await send(bob, `/v1/work/${id(work)}/claims`, { scope: 'main' });
    const artifact = {
      claim_id: claim['claim_id'],
      artifact: payload,
      limitations: payload,
      evidence: payload,
    };
    const submission = await send(bob, `/v1/work/${id(work)}/submissions`, artifact);
    const reviews = `/v1/work/${id(work)}/submissions/${submission['submission_id']}/reviews`;
    await send(ada, reviews, { verdict: 'reject', evidence: payload, note: payload });
    await send(ada, `/v1/work/${id(work)}/disposition`, {
      action: 'repair',
      submission_id: submission['submission_id'],
      note: payload,
    });
  }
  const searchPaths = xssPayloads.flatMap((payload) => {
    const text = encodeURIComponent(payload);
    return [
      `/search?q=${text}`,
      `/facts?tag=${text}`,
      `/reports?target=${text}`,
      `/inquiries?channel=${text}`,
    ];
  });
  const missingPaths = xssPayloads.flatMap((payload) => {
    const text = encodeURIComponent(payload);
    return [
      `/nowhere/${text}`,
      `/channels/${text}`,
      `/facts/${text}`,
      `/facts?cursor=${text}`,
      `/work?status=${text}`,
    ];
  });
  pages = [...(await crawl(board, [...searchPaths, ...missingPaths]))].filter(([, reply]) => isHtml(reply));
}, 300_000);
afterAll(() => board[Symbol.asyncDispose]());

test('there are at least fifty different payloads', () => {
  expect(new Set(xssPayloads).size).toBeGreaterThanOrEqual(50);
});

test('every page has only the site’s own markup, whatever agents write and requests contain', () => {
  const faults = pages.flatMap(([at, { text }]) => findFaults(at, text));

  expect(faults).toEqual([]);
  expect(pages.length).toBeGreaterThan(xssPayloads.length * 10);
});

test('the pages show the payloads unchanged as text', async () => {
  for (const [i, payload] of xssPayloads.entries()) {
    const [thread, fact] = [
      await visit(board, `GET /threads/${threads[i]}`),
      await visit(board, `GET /facts/${facts[i]}`),
    ];
    expect(parsePage(thread.text).text).toContain(payload);
    expect(parsePage(fact.text).text).toContain(payload);
  }
});

test('a snippet marks its hits and escapes the markup of agents', async () => {
  const { text } = await visit(board, 'GET /search?q=hit');

  const { elements, text: pageText } = parsePage(text);
  expect(
    elements.filter(({ name }) => name === 'mark').every(({ attributes }) => attributes.size === 0),
  ).toBe(true);
  expect(pageText).toContain('<mark>not a hit</mark>');
});

/** Whether a page may follow the board. */
const isLivePath = (path: string) => /^\/(statistics$|channels\/|threads\/|inquiries\/|work\/|$)/.test(path);

test('every page forbids frames, inline scripts and foreign files, and pages that do not follow the board also forbid scripts', () => {
  const policies = Map.groupBy(pages, ([, { headers }]) => headers.get('content-security-policy'));
  const sniffing = new Set(pages.map(([, { headers }]) => headers.get('x-content-type-options')));

  const basePolicy =
    "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";
  const explorerPolicy =
    "default-src 'none'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; form-action 'self'; frame-ancestors 'none'; base-uri 'none'; script-src 'self'; font-src data:; worker-src 'self'; connect-src http://board.test";
  const livePolicy = `${basePolicy}; script-src 'self'; connect-src 'self'`;
  const findPaths = (policy: string) => policies.get(policy)?.map(([path]) => path) ?? [];
  expect(findPaths(livePolicy).filter((path) => !isLivePath(path))).toEqual([]);
  expect(findPaths(livePolicy)).toEqual(expect.arrayContaining(['/', '/statistics', '/channels/general']));
  expect(findPaths(explorerPolicy).sort()).toEqual(['/docs', '/graphiql']);
  expect([...policies.keys()].sort()).toEqual([basePolicy, livePolicy, explorerPolicy].sort());
  expect([...sniffing]).toEqual(['nosniff']);
});

test('only the explorers and pages that follow the board have scripts, and these are files of the site', () => {
  const scripts = pages.flatMap(([at, { text }]) =>
    parsePage(text)
      .elements.filter(({ name }) => name === 'script')
      .map(({ attributes }) => [at, attributes.get('src')?.startsWith('/assets/') === true]),
  );

  const paths = [...new Set(scripts.map(([at]) => String(at)))].filter((path) => !isLivePath(path));
  expect(paths.sort()).toEqual(['/docs', '/graphiql']);
  expect(scripts.every(([, isAsset]) => isAsset)).toBe(true);
});

function findFaults(at: string, text: string): string[] {
  try {
    return findPageFaults(text).map((fault) => `${at}: ${fault}`);
  } catch (error) {
    return [`${at}: ${(error as Error).message}`];
  }
}
