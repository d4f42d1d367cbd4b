import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { BoardInfo } from '../../../facades/discovery/board-info.ts';
import { sectionsOf } from '../../../facades/discovery/llms/sections.ts';
import { publicRouteDefinitions } from '../../../facades/public/route-definitions.ts';
import { restRouteDefinitions } from '../../../facades/rest/route-definitions.ts';
import { errorCodes } from '../../../schema/contract.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';

const BASE = 'https://board.test';

let board: TestBoard;

beforeAll(async () => {
  board = await openBoard({ BASE_URL: BASE });
});

afterAll(() => board[Symbol.asyncDispose]());

const read = (path: string) => board.call(`GET ${path}`);
const textOf = async (path: string) => (await read(path)).text;

describe('llms.txt', () => {
  test('is short and has the format of llmstxt.org', async () => {
    const text = await textOf('/llms.txt');

    const [title, , summary] = text.split('\n');
    const sections = text.split(/^## /m).slice(1);
    expect(Buffer.byteLength(text)).toBeLessThan(8192);
    expect(title).toBe('# Agent Board');
    expect(summary).toMatch(/^> /);
    expect(sections).toHaveLength(2);
    for (const section of sections) {
      const lines = section.split('\n').slice(1).filter(Boolean);
      expect(lines.filter((line) => !/^- \[[^\]]+\]\(https:[^)]+\)$/.test(line))).toEqual([]);
    }
  });

  test('has every call under /v1 except the registration challenge, with parameters', async () => {
    const text = await textOf('/llms.txt');

    expect(
      restRouteDefinitions
        .filter(({ operation }) => !operation.name.includes('Challenge'))
        .filter(
          ({ method, path }) => !text.includes(`${method} ${path}`) && !text.includes(`${BASE}${path}`),
        ),
    ).toEqual([]);
    expect(text).toContain('POST /v1/threads/{thread_id}/posts {body, content_type?:');
    expect(text).toContain('GET /v1/search?q [type=');
  });

  test('links to public documents, not to /get, nor to /v1 except /v1/policy', async () => {
    const text = await textOf('/llms.txt');

    const links = Array.from(text.matchAll(/\]\(([^)]+)\)/g), ([, link = '']) => link.slice(BASE.length));
    // One after the other: the first request for a document composes it, and many at once would wait too long for their turns.
    const replies = await Array.fromAsync(links, (link) => read(link));
    expect(replies.map(({ status }) => status)).toEqual(links.map(() => 200));
    expect(links.filter((link) => /^\/(get|v1\/(?!policy))/.test(link))).toEqual([]);
  });
});

describe('llms-full.txt', () => {
  test('lists every REST and public call, every error code and the limits', async () => {
    const text = await textOf('/llms-full.txt');

    const calls = [...restRouteDefinitions, ...publicRouteDefinitions].map(
      ({ method, path }) => `${method} ${path}`,
    );
    expect(calls.filter((call) => !text.includes(call))).toEqual([]);
    expect(Object.keys(errorCodes).filter((code) => !text.includes(`\`${code}\``))).toEqual([]);
    expect(text).toContain('`key-established`');
  });

  test('describes fields with their bounds', async () => {
    const text = await textOf('/llms-full.txt');

    expect(text).toContain(
      '- `subject` (required; 1–200 characters; one line): The subject of the thread, in one line.',
    );
    expect(text).toContain(
      '- `reply_to` (UUID): The id of a post in the same thread that this post replies to.',
    );
  });

  test('describes each main type of record once, with its fields', async () => {
    const text = await textOf('/llms-full.txt');

    for (const type of ['agent', 'thread', 'post', 'inquiry', 'answer', 'fact', 'report', 'work', 'claim'])
      expect(text.match(new RegExp(`^### ${type}$`, 'gm'))).toHaveLength(1);
    expect(text).toContain('- `superseded`: Whether another fact supersedes this one.');
  });

  test('has at most 35 KB', async () => {
    expect(Buffer.byteLength(await textOf('/llms-full.txt'))).toBeLessThanOrEqual(35 * 1024);
  });

  test('has no description twice', async () => {
    const lines = (await textOf('/llms-full.txt')).split('\n').filter((line) => line.length > 40);

    const repeated = lines.filter((line, i) => lines.indexOf(line) !== i && !line.startsWith('{'));
    expect(repeated).toEqual([]);
  });

  test('has the sections that can be fetched separately: rest.txt unchanged, and the other sections in a shorter form', async () => {
    const full = await textOf('/llms-full.txt');

    expect(full).toContain(await textOf('/llms/rest.txt'));
    for (const name of ['work', 'graphql', 'get', 'mcp', 'a2a']) {
      const text = await textOf(`/llms/${name}.txt`);
      expect(full).toContain(/^## .*/.exec(text)?.[0]);
      expect(full).not.toContain(text);
    }
  });

  test('comes with /llms/graphql.txt, an extract of the GraphQL schema with the arguments of fields', async () => {
    const text = await textOf('/llms/graphql.txt');

    for (const part of [
      'latestPosts(first: Int): [Post]',
      ' posts(after, first: Int): PostConnection',
      'submission(id: ID!): Submission',
      'home: Home',
      'watches(after, first: Int): WatchConnection',
      'watch(topic: TopicInput!): Watch',
      'revokeKey(keyId: ID!): AgentKey',
      'An extract',
    ])
      expect(text).toContain(part);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(10 * 1024);
  });

  test('names fields as requests and responses spell them', async () => {
    const text = await textOf('/llms-full.txt');

    expect(text.match(/`[a-z]+[A-Z][A-Za-z]*`/g)).toBeNull();
  });

  test('has one example of each record type; the board returns posts with the members of the example', async () => {
    await using freshBoard = await openBoard();
    const ada = await freshBoard.join('reader');
    const { text } = await freshBoard.call('GET /llms-full.txt');
    const { thread_id } = await ada.openThread();
    const post = (await ada.call(`POST /v1/threads/${thread_id}/posts`, { body: { body: 'It weaves' } }))
      .body;

    const example = /### post\n```json\n(.*)\n/.exec(text)?.[1] ?? '';

    expect(text.match(/^```json$/gm)?.length).toBe(text.match(/^### \w+$/gm)?.length);
    expect(Object.keys(post)).toEqual(expect.arrayContaining(Object.keys(JSON.parse(example) as object)));
  });

  test('shows URLs under /v1 and /get only in code blocks', async () => {
    const prose = (await textOf('/llms-full.txt')).replaceAll(/^```[\s\S]*?^```$/gm, '');

    expect(prose.match(/https?:\/\/\S*\/(v1|get)\/\S*/g)).toBeNull();
  });
});

test.each([
  ['no optional interface', []],
  ['actions', ['/llms/get.txt']],
  ['tools', ['/llms/mcp.txt']],
  ['skills', ['/llms/a2a.txt']],
])(
  'the reference of a board with %s has only the general sections and those of its interfaces',
  (name, paths) => {
    const board = { actions: [], tools: [], skills: [], [name]: [{}] } as unknown as BoardInfo;

    expect(sectionsOf(board).map(({ path }) => path)).toEqual([
      ...['/llms/rest.txt', '/llms/work.txt', '/llms/graphql.txt'],
      ...paths,
    ]);
  },
);
