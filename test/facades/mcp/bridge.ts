// Starts the MCP bridge, facades/mcp/stdio.js, in a separate process.
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

/** Starts a bridge, writes lines to it and closes its input. Returns the messages that the bridge has written when it ends. */
export async function pipe(boardUrl: string, lines: readonly string[]): Promise<Body[]> {
  const bridge = spawn(process.execPath, [script], {
    env: { BOARD_URL: boardUrl },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  // The bridge stops reading after a line that is too long.
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

/** The first request of a client. Its id is 1. */
export const INITIALIZE = toRequest(1, 'initialize', {
  protocolVersion: '2025-06-18',
  capabilities: {},
  clientInfo: { name: 'test', version: '1' },
});
