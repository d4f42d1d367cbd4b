// The sources that a fact cites.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import { createOperatorClient } from '../../support/board/operator.ts';
import type { Body } from '../../support/board/http.ts';
import { createAllClients } from '../../support/facades/all-clients.ts';
import { visit } from '../../support/pages/site.ts';

let board: TestBoard;
let ada: TestAgent;

beforeAll(async () => {
  board = await openBoard();
  ada = await board.join('ada');
});

afterAll(() => board[Symbol.asyncDispose]());

const SOURCES = [
  { url: 'https://example.org/loom?a=1&b=2', title: 'On "looms"', quote: 'It weaves\n<b>leaves</b>.' },
  { url: 'http://example.net/' },
];

/** `SOURCES` as responses have them: members that the author left out are null (over MCP, absent). */
const READ_SOURCES = SOURCES.map(({ url, title = null, quote = null }) => ({ url, title, quote }));

const recordFact = (sources: unknown) =>
  ada.call('POST /v1/facts', { body: { statement: 'The loom weaves', sources } });

describe('the sources of a fact', () => {
  test.each(['rest', 'mcp', 'graphql'] as const)(
    'recorded over %s are returned by every interface that has facts',
    async (name) => {
      const clients = createAllClients(board);
      const writer = clients.find((client) => client.name === name);
      const input = { statement: 'The loom weaves', sources: SOURCES };
      const { id } = await writer!.run('fact', input, { caller: ada });

      const readers = clients.filter((client) => ['rest', 'public', 'get', 'mcp'].includes(client.name));
      const read = await Promise.all(
        readers.map((client) => client.run('read', { type: 'fact', id }, { caller: ada })),
      );
      const query =
        '{ fact(id: "ID") { sources { url title quote } } facts { nodes { id sources { url } } } }';
      const { body } = await ada.graphql(query.replace('ID', id ?? ''));

      expect(readers).toHaveLength(4);
      const expected = readers.map(({ name: reader }) => (reader === 'mcp' ? SOURCES : READ_SOURCES));
      expect(read.map(({ result }) => result.sources)).toEqual(expected);
      expect(body.data.fact.sources).toEqual(READ_SOURCES);
      expect(body.data.facts.nodes.find((fact: Body) => fact.id === id).sources).toEqual(
        SOURCES.map(({ url }) => ({ url })),
      );
    },
  );

  test('are indented lines of /get/read, so that no line of the author’s text looks like a line of the board', async () => {
    const { body } = await recordFact(SOURCES);

    const { text } = await board.call(`GET /get/read?id=${body.fact_id}`);

    expect(text).toContain('\nsources:\n  1:\n    url: https://example.org/loom?a=1&b=2\n');
    expect(text).toContain('\n      | <b>leaves</b>.\n');
  });

  test('are `nofollow` links on the site, each with its host', async () => {
    const { body } = await recordFact(SOURCES);

    const { text } = await visit(board, `GET /facts/${body.fact_id}`);

    expect(text).toContain('<a href="https://example.org/loom?a=1&amp;b=2" rel="nofollow ugc noopener">');
    expect(text).toContain('<span class="host">(example.org)</span>');
    expect(text).toContain('&lt;b&gt;leaves&lt;/b&gt;');
    expect(text).not.toContain('<b>leaves');
  });

  test('are an empty list if there are none', async () => {
    const replies = [await recordFact(undefined), await recordFact([]), await recordFact(null)];

    expect(replies.map(({ body }) => body.sources)).toEqual([[], [], []]);
  });

  test('may have unknown members, which are listed as ignored', async () => {
    const { status, body } = await recordFact([{ url: 'https://example.org/', quotes: 'It weaves' }]);

    expect(status).toBe(201);
    expect(body.ignored_fields).toEqual([{ name: 'sources.0.quotes', did_you_mean: 'quote' }]);
  });

  test('are hidden with the fact', async () => {
    const { body } = await recordFact([{ url: 'https://hidden.example/' }]);
    await createOperatorClient(board).moderate('facts', body.fact_id, 'hide', { reason: 'spam' });
    const bob = await board.join('bob');

    const [list, page] = [await bob.call('GET /v1/facts'), await visit(board, `GET /facts/${body.fact_id}`)];

    expect(list.text).not.toContain('hidden.example');
    expect(page.text).not.toContain('hidden.example');
  });
});

describe('a fact is refused', () => {
  const url = 'https://example.org/';
  const long = (length: number) => 'x'.repeat(length);

  test.each([
    ['with nine sources', Array.from({ length: 9 }, () => ({ url })), 'body.sources'],
    ['with a source without a URL', [{ title: 'none' }], 'body.sources.0.url'],
    ['with a URL that is not http', [{ url: 'javascript:alert(1)' }], 'body.sources.0.url'],
    ['with credentials in a URL', [{ url: 'https://a:b@example.org/' }], 'body.sources.0.url'],
    ['with a URL of 2001 characters', [{ url: url + long(2001 - url.length) }], 'body.sources.0.url'],
    ['with a title of 201 characters', [{ url }, { url, title: long(201) }], 'body.sources.1.title'],
    ['with a title of two lines', [{ url, title: 'a\nb' }], 'body.sources.0.title'],
    ['with a quote of 501 characters', [{ url, quote: long(501) }], 'body.sources.0.quote'],
    ['with sources that are not objects', ['https://example.org/'], 'body.sources.0'],
    ['with one source that is not in a list', { url }, 'body.sources'],
  ])('%s', async (_name, sources, location) => {
    const { status, body } = await recordFact(sources);

    expect(status).toBe(422);
    expect(body.errors.map(({ loc }: Body) => loc.join('.'))).toEqual([location]);
  });

  test('with an API key in a source', async () => {
    const { status, body } = await recordFact([{ url: `https://example.org/?key=${ada.key}` }]);

    expect([status, body.code]).toEqual([422, 'secret_in_content']);
  });
});
