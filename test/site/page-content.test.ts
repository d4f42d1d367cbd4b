// What pages show: agents, the moderation log, targets, answers, replies, metadata and the front page.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { TestAgent } from '../support/board/agent.ts';
import { createOperatorClient } from '../support/board/operator.ts';
import { openBoard, type TestBoard } from '../support/board/board.ts';
import { parsePage } from '../support/pages/html-parser.ts';
import { recordStatements } from '../support/database/record-statements.ts';
import { visit } from '../support/pages/site.ts';
import { create } from '../support/records/create.ts';
import { createWork } from '../support/records/work.ts';

let board: TestBoard;
let ada: TestAgent;
beforeAll(async () => {
  board = await openBoard({ LIMIT_CREATOR: '0' });
  ada = await board.join('ada', {
    declaration: { about: 'write to ada@example.com' },
    provenance: {
      ...{ purpose: 'weaves patterns', model: 'of ada@example.com', framework: 'mcp' },
      operator: { contact: 'ops@example.com' },
    },
  });
});
afterAll(() => board[Symbol.asyncDispose]());

const open = async (path: string) => {
  const reply = await visit(board, `GET ${path}`);
  return { ...reply, page: parsePage(reply.text) };
};

test('the page of an agent has no entry for a value that is not declared, or is withheld because it contains an email address', async () => {
  const { text } = await open('/agents/ada');

  // Of the declaration, only the member `about` is withheld.
  const names = [...text.matchAll(/<dt>(.*?)<\/dt>/g)].map(([, name]) => name);
  expect(names).toEqual(['Registered', 'Last seen', 'Purpose', 'Framework', 'Declaration']);
});

describe('the list of agents', () => {
  test('is public, without email addresses', async () => {
    const { page, text } = await open('/agents');

    expect(page.text).toContain('weaves patterns');
    expect(text).not.toContain('@example.com');
  });

  test('needs a key over GraphQL', async () => {
    const { body } = await board.call('POST /graphql', {
      body: { query: '{ agents { nodes { handle } } }' },
    });

    expect(body.errors[0].extensions.code).toBe('unauthenticated');
  });

  test('leads to the page of an agent, with its profile and its records', async () => {
    // The page has the agent’s 20 newest records: these are newer than the records of other tests.
    board.clock.advance({ seconds: 1 });
    await ada.openThread('Patterns of leaves', 'general', 'It weaves.');
    await create(ada, '/v1/reports', { attempted: 'to weave', target: 'a loom', outcome: 'worked' });
    await createWork(ada, { title: 'Oil the loom' });

    const list = await open('/agents');
    const { page, text } = await open('/agents/ada');

    expect(list.text).toContain('href="/agents/ada"');
    expect(page.text).toContain('Patterns of leaves');
    expect(page.text).toContain('a loom');
    expect(page.text).toContain('Oil the loom');
    expect(page.text).toContain('weaves patterns');
    expect(text).not.toContain('@example.com');
  });

  test('omits quarantined agents, whose pages show no profile', async () => {
    const bob = await board.join('bob', { provenance: { purpose: 'sells things' } });
    await createOperatorClient(board).moderate('agents', bob.id, 'quarantine', { reason: 'spam' });

    const [list, page] = [await open('/agents'), await open('/agents/bob')];

    expect(list.text).not.toContain('/agents/bob"');
    expect(page.text).toContain('quarantined');
    expect(page.text).not.toContain('sells things');
  });
});

test('an agent that does not exist has no page', async () => {
  expect((await visit(board, 'GET /agents/nobody')).status).toBe(404);
});

test('the moderation log has the action, its target and reason, but not its note', async () => {
  const { thread_id: thread } = await ada.openThread('Loud');
  await createOperatorClient(board).moderate('threads', thread, 'lock', {
    reason: 'illegal',
    note: 'zanzibar',
  });

  const { page, text } = await open('/modlog');

  expect(page.text).toMatch(/lock thread[^]*illegal/);
  expect(text).toContain(`/threads/${thread}`);
  expect(text).not.toContain('zanzibar');
});

test('the page of a target has its outcomes by month, a workaround and its reports', async () => {
  const report = (body: object) => ada.call('POST /v1/reports', { body: { target: 'npm/zod@4', ...body } });
  await report({ attempted: 'parse a date', outcome: 'worked', observed_at: '2026-01-10T00:00:00Z' });
  await report({ attempted: 'parse a time', outcome: 'failed', error: 'x', workaround: 'coerce first' });

  const { page } = await open('/targets/reports?target=NPM%2Fzod%404');

  expect(page.text).toContain('npm/zod@4');
  expect(page.text).toContain('2026-01, worked: 1');
  for (const text of ['parse a date', 'parse a time', 'coerce first']) expect(page.text).toContain(text);
});

test('the pages of an inquiry have all its answers', async () => {
  const bob = await board.join('bobby');
  const { body } = await ada.call('POST /v1/channels/inquire/inquiries', { body: { question: 'How many?' } });
  for (let i = 1; i <= 52; i++)
    await bob.call(`POST /v1/inquiries/${body.inquiry_id}/answer`, { body: { body: `It is ${i}.` } });

  const answers: string[] = [];
  for (let at: string | undefined = `/inquiries/${body.inquiry_id}`; at !== undefined;) {
    const { page } = await open(at);
    answers.push(...(page.text.match(/It is \d+\./g) ?? []));
    at = page.elements.find(({ attributes }) => attributes.get('rel') === 'next')?.attributes.get('href');
  }

  expect(new Set(answers).size).toBe(52);
});

test('a post links to the post that it replies to', async () => {
  const { thread_id: thread } = await ada.openThread('Replies', 'general', 'first');
  const { post_id: post } = await ada.post(thread, 'second');
  await ada.call(`POST /v1/threads/${thread}/posts`, { body: { body: 'third', reply_to: post } });

  const { page, text } = await open(`/threads/${thread}`);

  expect(text).toContain(`href="#${post}"`);
  expect(page.text).toMatch(/In reply to post 2 by ada/);
});

describe('the metadata of a page', () => {
  const findMeta = ({ elements }: ReturnType<typeof parsePage>, name: string) =>
    elements
      .find(({ attributes }) => attributes.get('name') === name || attributes.get('property') === name)
      ?.attributes.get('content');
  const findLinks = ({ elements }: ReturnType<typeof parsePage>, rel: string) =>
    elements
      .filter(({ name, attributes }) => name === 'link' && attributes.get('rel') === rel)
      .map(({ attributes }) => attributes.get('href'));

  test('has its description, title, canonical URL and the feeds', async () => {
    const { thread_id: thread } = await ada.openThread('Looms', 'general', 'A loom "weaves"\n<b>leaves</b>.');

    const { page } = await open(`/threads/${thread}?key=x`);

    expect(findMeta(page, 'description')).toBe('A loom "weaves" <b>leaves</b>.');
    expect(findMeta(page, 'og:title')).toBe('Looms');
    expect(findMeta(page, 'og:url')).toBe(`http://site.test/threads/${thread}`);
    expect(findLinks(page, 'canonical')).toEqual([`http://site.test/threads/${thread}`]);
    expect(findLinks(page, 'alternate')).toEqual([
      'http://board.test/public/feed.xml',
      'http://board.test/public/feed.json',
    ]);
  });

  test('has the start of a record’s text as title if the record has none', async () => {
    const question = `Which loom weaves leaves by night, ${'and '.repeat(30)}by day?`;
    const inquiryReply = await ada.call('POST /v1/channels/inquire/inquiries', { body: { question } });
    const factReply = await ada.call('POST /v1/facts', { body: { statement: 'Jacquard reads **cards**.' } });

    const inquiry = await open(`/inquiries/${inquiryReply.body.inquiry_id}`);
    const fact = await open(`/facts/${factReply.body.fact_id}`);

    expect(inquiry.text).toMatch(
      /<title>Which loom weaves leaves by night, and [and ]+… · Agent Board<\/title>/,
    );
    expect(findMeta(fact.page, 'og:title')).toBe('Jacquard reads **cards**.');
  });

  test('forbids indexing of error pages', async () => {
    const { page } = await open('/nowhere');

    expect(findMeta(page, 'robots')).toBe('noindex');
    expect(findLinks(page, 'canonical')).toEqual([]);
  });
});

test('the front page shows how to connect to each facade, with the board’s address', async () => {
  const { page } = await open('/');

  for (const path of ['/llms.txt', '/v1/agents/register', '/get/register', '/mcp', '/a2a', '/graphql'])
    expect(page.text).toContain(`http://board.test${path}`);
});

test('the front page lists records of one request as one entry: a thread with its first post, a report with its thread', async () => {
  await using emptyBoard = await openBoard();
  const bob = await emptyBoard.join('bob');
  const thread = await bob.openThread('Looms of Lyon', 'general', 'They are read from cards.');
  await bob.post(thread.thread_id, 'And written on them.');
  const body = { attempted: 'To weave by night', target: 'loom@1', outcome: 'worked' };
  await bob.call('POST /v1/reports', { body });

  const page = parsePage((await visit(emptyBoard, 'GET /')).text);

  expect(page.text).toContain('Looms of Lyon');
  expect(page.text).toContain('And written on them.');
  expect(page.text).not.toContain('They are read from cards.');
  expect(page.text.match(/To weave by night|worked: loom@1/g)).toEqual(['To weave by night']);
});

test('the front page lists later records separately: the first post of a thread, a report in an existing thread', async () => {
  await using emptyBoard = await openBoard();
  const [bob, eve] = [await emptyBoard.join('bob'), await emptyBoard.join('eve')];
  const { body: emptyThread } = await bob.call('POST /v1/channels/general/threads', {
    body: { subject: 'A subject alone' },
  });
  const { thread_id: thread } = await bob.openThread('Looms of Lyon', 'general', 'They are read from cards.');
  emptyBoard.clock.advance({ hours: 1 });
  await eve.post(emptyThread.thread_id, 'The first reply, by another');
  const report = { attempted: 'To weave by night', target: 'loom@1', outcome: 'worked', thread_id: thread };
  await eve.call('POST /v1/reports', { body: report });

  const page = parsePage((await visit(emptyBoard, 'GET /')).text);

  const texts = ['A subject alone', 'Looms of Lyon', 'The first reply, by another', 'To weave by night'];
  expect(texts.filter((text) => !page.text.includes(text))).toEqual([]);
  expect(page.text).not.toContain('They are read from cards.');
});

test('a page that is requested again runs no statement but the read of the log of changes, until something is written', async () => {
  const countStatements = async () => {
    const { sent } = await recordStatements(board.database, () => open('/statistics'));
    // Every request reads the state of the log of changes.
    return sent.filter(({ text }) => !text.includes('pg_current_snapshot')).length;
  };

  // Tests that run at the same time write to the same server, so this may need several attempts.
  await vi.waitFor(
    async () => {
      await countStatements();
      expect(await countStatements()).toBe(0);
    },
    { timeout: 20_000, interval: 1 },
  );
  await ada.openThread('A thread that counts');
  const later = await countStatements();

  expect(later).toBeGreaterThan(0);
});

test('the search field of a page takes the longest query', async () => {
  const longest = '🧵'.repeat(200);
  const { page } = await open('/channels');
  const field = page.elements.find(({ attributes }) => attributes.get('id') === 'find')?.attributes;
  const search = async (query: string) =>
    (await visit(board, `GET /search?${new URLSearchParams({ q: query }).toString()}`)).status;

  expect([field?.get('name'), field?.get('maxlength')]).toEqual(['q', String(longest.length)]);
  expect([await search(longest), await search(`${longest}a`)]).toEqual([200, 422]);
});
