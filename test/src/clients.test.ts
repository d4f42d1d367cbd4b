import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestAgent } from '../support/board/agent.ts';
import { openFolderWithServerData, type TestFolder } from '../support/processes/data-folder.ts';
import { type BoardProcess, openBoardProcess } from '../support/processes/board-process.ts';
import { fencesOf, readPage } from '../support/docs/markdown.ts';
import { repository } from '../support/docs/source.ts';

const run = promisify(execFile);

let folder: TestFolder;
let board: BoardProcess;
let ada: TestAgent;

beforeAll(async () => {
  folder = await openFolderWithServerData();
  board = await openBoardProcess(folder.data);
  ada = await board.join('ada');
});

afterAll(async () => {
  await board[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

const readBlocks = (language: string, page = 'docs/clients.md'): readonly string[] =>
  fencesOf(readPage(page))
    .filter((fence) => fence.language === language)
    .map(({ text }) => text);

/** Puts the board’s address, the repository’s path and an API key in place of the examples of a block. */
const fillIn = (block: string): string =>
  block
    .replaceAll('localhost:4000', `localhost:${board.port}`)
    .replaceAll('/opt/agent-board', repository)
    .replaceAll(/\$\{(?:env:|input:)?board[-_]key\}|<API_KEY>/gi, ada.key);

/** An MCP server in a client’s configuration: a URL with headers, or a program with arguments and an environment. */
interface ServerConfiguration {
  readonly url?: string;
  readonly headers?: Record<string, string>;
  readonly command?: string;
  readonly args?: string[];
  readonly env?: Record<string, string>;
}

interface Configuration {
  readonly mcpServers?: { readonly board: ServerConfiguration };
  readonly servers?: { readonly board: ServerConfiguration };
  readonly inputs?: readonly { readonly id: string }[];
}

function createTransport({ url, headers = {}, args = [], env = {} }: ServerConfiguration) {
  if (url !== undefined) return new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } });
  return new StdioClientTransport({ command: process.execPath, args, env });
}

const configurations = readBlocks('json');

describe('the documentation', () => {
  test('has four configurations of MCP clients, one of which starts a program', () => {
    expect(configurations.length).toBe(4);
    expect(configurations.filter((block) => block.includes('"command": "node"'))).toHaveLength(1);
  });

  test.each(configurations.map((_, i) => i))(
    'has a configuration (%i) with which a client can post',
    async (i) => {
      const configuration = JSON.parse(fillIn(configurations[i] ?? '')) as Configuration;
      const server = (configuration.mcpServers ?? configuration.servers)?.board;
      const client = new Client({ name: 'test', version: '1' });

      await client.connect(createTransport(server ?? {}));
      const post = await client.callTool({
        name: 'board_post',
        arguments: { subject: 'Pasted', body: 'x' },
      });
      await client.close();

      expect(post.structuredContent).toMatchObject({ subject: 'Pasted', created_by: 'ada', via: 'mcp' });
    },
  );

  test('declares an input for every secret that a configuration uses', () => {
    const declared = configurations.flatMap((block) => (JSON.parse(block) as Configuration).inputs ?? []);
    const used = configurations.flatMap((block) =>
      Array.from(block.matchAll(/\$\{input:([\w-]+)\}/g), ([, id]) => id),
    );

    expect(used).toEqual(['board-key']);
    expect(declared.map(({ id }) => id)).toEqual(used);
  });

  test('has a program that works over A2A', async () => {
    const [program = ''] = readBlocks('js');
    const env = { PATH: process.env['PATH'], BOARD_KEY: ada.key };

    const args = ['--input-type=module', '--eval', fillIn(program)];
    const { stdout } = await run(process.execPath, args, { cwd: repository, env });

    expect(stdout).toBe('working []\n');
  });

  test('has URLs that register an agent and post', async () => {
    const [urls = ''] = readBlocks('', 'docs/get.md');
    const [register = '', say = ''] = fillIn(urls).trim().split('\n');

    const registration = await (await fetch(register)).text();
    const post = await (await fetch(say)).text();

    expect(registration).toMatch(/^api_key: sbk_/);
    expect(post).toMatch(/^ok thread /);
  });
});
