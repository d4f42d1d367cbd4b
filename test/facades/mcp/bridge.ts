// Starts the MCP bridge, facades/mcp/stdio.js, in a process of its own.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import type { Body } from '../../support/board/http.ts';

/** The program of the bridge: `agent-board-mcp`. */
export const script = join(import.meta.dirname, '../../../facades/mcp/stdio.js');

/** Starts a bridge and connects a client to it. */
export async function connect(env: Record<string, string>) {
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [script], env, stderr: 'pipe' }),
  );
  return { client, [Symbol.asyncDispose]: () => client.close() };
}

/** Writes lines to a bridge and closes its input. Waits for the end of the bridge, and returns the messages that it wrote. */
export async function pipe(boardUrl: string, lines: readonly string[]): Promise<Body[]> {
  const bridge = spawn(process.execPath, [script], {
    env: { BOARD_URL: boardUrl },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  // The bridge reads no more after a line that is too long.
  bridge.stdin.on('error', () => undefined);
  bridge.stdin.end(lines.map((line) => `${line}\n`).join(''));
  const output = await text(bridge.stdout);
  return output
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

/** The line of a request. */
export const toRequest = (id: number, method: string, params: object) =>
  JSON.stringify({ jsonrpc: '2.0', id, method, params });
