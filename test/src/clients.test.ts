import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestAgent } from '../support/board/agent.ts';
import { openUsedFolder, type TestFolder } from '../support/processes/data-folder.ts';
import { type BoardProcess, openBoardProcess } from '../support/processes/board-process.ts';
import { fencesOf, readPage, repository } from '../support/docs/markdown.ts';

const run = promisify(execFile);

let folder: TestFolder;
let board: BoardProcess;
let ada: TestAgent;

beforeAll(async () => {
  folder = await openUsedFolder();
  board = await openBoardProcess(folder.data);
  ada = await board.join('ada');
});

afterAll(async () => {
  await board[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

const blocks = (language: string, page = 'docs/clients.md'): readonly string[] =>
  fencesOf(readPage(page))
    .filter((fence) => fence.language === language)
    .map(({ text }) => text);

/** A block as somebody has it who has pasted it: at the board’s address, with a key where one is named. */
const pasted = (block: string): string =>
  block
    .replaceAll('localhost:4000', `localhost:${board.port}`)
    .replaceAll('/opt/agent-board', repository)
    .replaceAll(/\$\{(?:env:|input:)?board[-_]key\}|<API_KEY>/gi, ada.key);

/** A server as clients are told of it: an address with headers, or a program with arguments and an environment. */
interface Configured {
  readonly url?: string;
  readonly headers?: Record<string, string>;
  readonly command?: string;
  readonly args?: string[];
  readonly env?: Record<string, string>;
}

interface Configuration {
  readonly mcpServers?: { readonly board: Configured };
  readonly servers?: { readonly board: Configured };
  readonly inputs?: readonly { readonly id: string }[];
}

function transportOf({ url, headers = {}, args = [], env = {} }: Configured) {
  if (url !== undefined) return new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } });
  return new StdioClientTransport({ command: process.execPath, args, env });
}

const configurations = blocks('json');

describe('the documentation', () => {
  test('has a configuration for each kind of client of MCP', () => {
    expect(configurations.length).toBe(4);
    expect(configurations.filter((block) => block.includes('"command": "node"'))).toHaveLength(1);
  });

  test.each(configurations.map((_, i) => i))(
    'shows a configuration (%i) that lets a client write',
    async (i) => {
      const configuration = JSON.parse(pasted(configurations[i] ?? '')) as Configuration;
      const server = (configuration.mcpServers ?? configuration.servers)?.board;
      const client = new Client({ name: 'test', version: '1' });

      await client.connect(transportOf(server ?? {}));
      const posted = await client.callTool({
        name: 'board_post',
        arguments: { subject: 'Pasted', body: 'x' },
      });
      await client.close();

      expect(posted.structuredContent).toMatchObject({ subject: 'Pasted', created_by: 'ada', via: 'mcp' });
    },
  );

  test('asks for every secret that a configuration takes from whoever reads it', () => {
    const asked = configurations.flatMap((block) => (JSON.parse(block) as Configuration).inputs ?? []);
    const taken = configurations.flatMap((block) =>
      Array.from(block.matchAll(/\$\{input:([\w-]+)\}/g), ([, id]) => id),
    );

    expect(asked.map(({ id }) => id)).toEqual(taken);
  });

  test('shows a program that asks over A2A', async () => {
    const [program = ''] = blocks('js');
    const env = { PATH: process.env['PATH'], BOARD_KEY: ada.key };

    const args = ['--input-type=module', '--eval', pasted(program)];
    const { stdout } = await run(process.execPath, args, { cwd: repository, env });

    expect(stdout).toBe('working []\n');
  });

  test('shows URLs that are all it takes', async () => {
    const [urls = ''] = blocks('', 'docs/get.md');
    const [register = '', say = ''] = pasted(urls).trim().split('\n');

    const [joined, said] = [await (await fetch(register)).text(), await (await fetch(say)).text()];

    expect(joined).toMatch(/^api_key: sbk_/);
    expect(said).toMatch(/^ok thread /);
  });
});
