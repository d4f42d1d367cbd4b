// Every page of the console: it has only the site's own markup and scripts, and is not cached.
import { assertEnumType } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { consolePages } from '../../facades/site/console/console-pages.ts';
import { schema } from '../../schema/index.ts';
import { openBoard, type TestBoard } from '../support/board/board.ts';
import { openBoardWithoutOperatorLimit, createOperatorClient } from '../support/board/operator.ts';
import type { Body, Reply } from '../support/board/http.ts';
import { signInToConsole, type ConsoleClient } from '../support/pages/console-client.ts';
import { type Element, parsePage } from '../support/pages/html-parser.ts';
import { xssPayloads } from '../support/pages/xss-payloads.ts';
import { claimAndSubmit } from '../support/records/work.ts';

let board: TestBoard;
let browser: ConsoleClient;
let pages: readonly (readonly [string, Reply])[];

beforeAll(async () => {
  board = await openBoardWithoutOperatorLimit();
  browser = await signInToConsole(board);
  const payloads = xssPayloads.slice(0, 24);
  let ids: Readonly<Record<string, string>> = {};
  for (const [i, payload] of payloads.entries()) ids = await writeRecords(`eve-${i}`, payload);
  const paths = consolePages.map(({ path }) =>
    path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? ''),
  );
  const searchPaths = payloads.map(
    (payload) => `/console/posts?q=${encodeURIComponent(payload.slice(0, 150))}`,
  );
  const errorPaths = payloads.map((payload) => `/console/posts/${encodeURIComponent(payload.slice(0, 60))}`);
  const replies = [];
  for (const path of [...paths, ...searchPaths, ...errorPaths])
    replies.push([path, await browser.open(path)] as const);
  pages = [...replies, ['/console/sign-in', await browser.call('GET /console/sign-in')] as const];
}, 120_000);

/** Writes records of all kinds with a payload in each text. Returns their ids by the names in paths of the console. */
async function writeRecords(handle: string, payload: string): Promise<Readonly<Record<string, string>>> {
  const operator = createOperatorClient(board);
  const singleLine = payload.replaceAll(/\s+/g, ' ');
  const eve = await joinWithPayload(handle, payload, singleLine);
  const send = async (path: string, body: object): Promise<Body> =>
    (await eve.call(`POST ${path}`, { body })).body;
  const subject = singleLine.slice(0, 200);
  const thread = await send('/v1/channels/general/threads', { subject, body: payload });
  const post = await send(`/v1/threads/${thread.thread_id}/posts`, { body: payload });
  const fact = await send('/v1/facts', { statement: payload, tags: [singleLine.slice(0, 60).trim()] });
  const target = singleLine.slice(0, 300);
  const failure = { outcome: 'failed', error: payload, workaround: payload };
  const report = await send('/v1/reports', { attempted: payload, target, ...failure });
  const inquiry = await send('/v1/channels/inquire/inquiries', { question: `What is ${payload}?` });
  const { answers } = await send(`/v1/inquiries/${inquiry.inquiry_id}/answer`, { body: payload });
  const work = await send('/v1/work', { statement: `Make ${payload}`, acceptance: [`It has ${payload}`] });
  const { submission_id } = await claimAndSubmit(eve, work.work_id, 'main', { artifact: payload });
  const url = `http://127.0.0.1:1/${encodeURIComponent(singleLine)}`;
  const webhook = await send('/v1/agents/me/webhooks', { url });
  await send('/v1/agents/me/keys', { name: singleLine.slice(0, 60) });
  await operator.moderate('answers', answers[0].answer_id, 'hide', { note: payload });
  await operator.moderate('submissions', submission_id, 'hide', { note: payload });
  await operator.moderate('posts', post.post_id as string, 'hide', { note: payload });
  return {
    agent_id: eve.id,
    thread_id: thread.thread_id,
    post_id: post.post_id,
    fact_id: fact.fact_id,
    inquiry_id: inquiry.inquiry_id,
    work_id: work.work_id,
    submission_id,
    report_id: report.report_id,
    webhook_id: webhook.webhook_id,
  };
}

const joinWithPayload = (handle: string, payload: string, singleLine: string) =>
  board.join(handle, {
    declaration: { [singleLine]: payload },
    provenance: {
      purpose: singleLine.slice(0, 280),
      operator: { name: singleLine.slice(0, 120) },
      model: singleLine.slice(0, 120),
    },
  });

afterAll(() => board[Symbol.asyncDispose]());

const ELEMENTS = new Set(
  (
    'html head meta title link script body a header nav ul li form input textarea select option label button span main ' +
    'h1 h2 h3 p section b bdi time ol pre code dl dt dd div table caption thead tbody tr th td svg rect path line text desc ' +
    'details summary figure figcaption footer'
  ).split(' '),
);

const ATTRIBUTES = new Set(
  (
    'lang charset name content rel href type class id src defer tabindex autofocus dir datetime role action method for ' +
    'minlength maxlength readonly hidden aria-hidden rx d value selected required rows autocomplete spellcheck scope viewBox x y x1 x2 y1 y2 width height ' +
    'text-anchor aria-label aria-labelledby aria-current aria-invalid aria-describedby hx-post hx-target hx-swap hx-disable hx-config'
  ).split(' '),
);

const isOwnAddress = (address: string) =>
  /^(\/(?!\/)|#)/.test(address) || address.startsWith('http://board.test/');

const addressesOf = ({ attributes }: Element) =>
  ['href', 'src', 'action', 'hx-post'].flatMap((name) => attributes.get(name) ?? []);

function findFaults(element: Element): string[] {
  const { name, attributes } = element;
  const unknown = [...attributes.keys()].filter((key) => !ATTRIBUTES.has(key));
  const foreign = addressesOf(element).filter((address) => !isOwnAddress(address));
  return [
    ...(ELEMENTS.has(name) ? [] : [`<${name}>`]),
    ...unknown.map((key) => `${name} with ${key}`),
    ...(attributes.get('rel') === 'nofollow ugc noopener'
      ? []
      : foreign.map((address) => `links to ${address} without nofollow`)),
    ...(name === 'script' && !/^\/assets\/htmx\.min-\w+\.js$/.test(attributes.get('src') ?? '')
      ? ['a script']
      : []),
  ];
}

describe('every page of the console', () => {
  test('has status 200, or 422 if its path has text instead of an id', () => {
    const statuses = pages.map(([path, { status }]) => [path, status] as const);

    expect(statuses.slice(0, consolePages.length).filter(([, status]) => status !== 200)).toEqual([]);
    const expectedOf = (path: string) => (path.startsWith('/console/posts/') ? 422 : 200);
    const rest = statuses.slice(consolePages.length).filter(([path, status]) => status !== expectedOf(path));
    expect(rest).toEqual([]);
    expect(pages.length).toBeGreaterThan(consolePages.length + 40);
  });

  test('has only the site’s own markup, whatever agents write and requests contain', () => {
    const faults = pages.flatMap(([path, { text }]) =>
      parsePage(text).elements.flatMap((element) => findFaults(element).map((fault) => `${path}: ${fault}`)),
    );

    expect(faults).toEqual([]);
  });

  test('labels every control, uses each id once and has one main heading', () => {
    for (const [path, { text }] of pages) {
      const { elements } = parsePage(text);
      const ids = elements.flatMap(({ attributes }) => attributes.get('id') ?? []);
      const labels = new Set(elements.flatMap(({ attributes }) => attributes.get('for') ?? []));
      const fields = elements
        .filter(
          ({ name, attributes }) =>
            /^(input|select|textarea)$/.test(name) &&
            attributes.get('type') !== 'hidden' &&
            !attributes.has('hidden'),
        )
        .map(({ attributes }) => attributes.get('id') ?? '');

      expect(ids.length, path).toBe(new Set(ids).size);
      expect(
        fields.filter((id) => !labels.has(id)),
        path,
      ).toEqual([]);
      expect(
        elements.filter(({ name }) => name === 'h1'),
        path,
      ).toHaveLength(1);
    }
  });

  test('links to pages that exist', async () => {
    // One link of each pattern from each page.
    const links = new Map(
      pages.slice(0, consolePages.length).flatMap(([path, { text }]) =>
        parsePage(text)
          .elements.filter(({ name }) => name === 'a')
          .map(({ attributes }) => attributes.get('href') ?? '')
          .filter((href) => href.startsWith('/console'))
          .map((href) => [`${path}: ${href.replaceAll(/[\da-f-]{36}|(?<==)[^&#]+|eve-\d+/g, '…')}`, href]),
      ),
    );

    const broken = [];
    for (const [place, href] of links)
      if ((await browser.open(href)).status !== 200) broken.push(`${place}, ${href}`);

    expect(broken).toEqual([]);
    expect(links.size).toBeGreaterThan(100);
  });

  test('has a content security policy that allows only files of the site, and is not cached', () => {
    const headerSets = new Set(
      pages.map(([, { headers }]) =>
        ['content-security-policy', 'cache-control', 'referrer-policy', 'x-robots-tag']
          .map((name) => headers.get(name))
          .join('\n'),
      ),
    );

    expect([...headerSets]).toEqual([
      [
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
          "form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
        'private, no-store',
        'no-referrer',
        'noindex, nofollow',
      ].join('\n'),
    ]);
  });

  test('stays below 100 KB', () => {
    expect(pages.filter(([, { text }]) => Buffer.byteLength(text) > 100_000).map(([path]) => path)).toEqual(
      [],
    );
  });

  test('contains no secret', () => {
    for (const [path, { text }] of pages) expect(text, path).not.toMatch(/sb[as]_\w{4}|sbk_[0-9A-Za-z]{10}_/);
  });

  test('loads a script that exists and is cached', async () => {
    const paths = new Set(pages.map(([, { text }]) => /<script src="([^"]+)"/.exec(text)?.[1]));
    const [path = ''] = paths;

    const script = await browser.call(`GET ${path}`);

    expect(paths.size).toBe(1);
    expect([script.status, script.headers.get('content-type')]).toEqual([
      200,
      'text/javascript; charset=utf-8',
    ]);
    expect(script.headers.get('cache-control')).toContain('immutable');
    // The version of htmx.
    expect(script.text).toContain('4.0.1');
  });
});

test('the overview has the moderation counts, the use of the rate limits and the latest actions', async () => {
  const { text } = await browser.open('/console');

  const pageText = parsePage(text).text.replaceAll(/\s+/g, ' ');
  expect(pageText).toContain('24 active agents');
  expect(pageText).toContain('24 hidden posts');
  expect(pageText).toMatch(/creator 0|creator no limit/);
  const { body: latest } = await createOperatorClient(board).call('GET /admin/board/audit?limit=10');
  const actions = latest.map(({ action }: Body) => action.replaceAll('_', ' '));
  expect([...pageText.matchAll(/(\w+ \w+) \w+ [\da-f]{12}/g)].map(([, action]) => action)).toEqual(actions);
});

test('the next page of a list keeps the filters', async () => {
  await browser.open('/console/posts?hidden=false');
  const [, next = ''] = /<a rel="next" href="([^"]+)"/.exec(browser.html) ?? [];

  const { status, text } = await browser.open(next.replaceAll('&amp;', '&'));

  expect(next).toMatch(/^\/console\/posts\?hidden=false&amp;cursor=/);
  expect([status, text.includes('First page')]).toEqual([200, true]);
});

test('every chart of the overview has a table with its data', async () => {
  await using limitedBoard = await openBoard({ LIMIT_ANON: '2' });
  for (let i = 0; i < 5; i++) await limitedBoard.call('GET /v1/channels');

  const { text } = await (await signInToConsole(limitedBoard)).open('/console');

  const { elements } = parsePage(text);
  const charts = elements.filter(({ attributes }) => attributes.get('class') === 'chart large');
  const tables = elements.filter(({ name, within }) => name === 'table' && within.includes('figure'));
  expect([charts.length, tables.length]).toEqual([2, 2]);
});

describe('the filters of the audit', () => {
  test.each([
    ['actions', 'ModerationAction'],
    ['target types', 'ModerationTarget'],
  ])('offer all %s', (_what, typeName) => {
    const [, { text } = { text: '' }] = pages.find(([path]) => path === '/console/audit') ?? [];
    const offered = new Set(parsePage(text).elements.map(({ attributes }) => attributes.get('value')));

    const values = assertEnumType(schema.getType(typeName)).getValues();

    expect(values.map(({ name }) => name).filter((name) => !offered.has(name))).toEqual([]);
  });
});
