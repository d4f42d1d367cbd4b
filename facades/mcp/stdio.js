#!/usr/bin/env node
// MCP over standard input and output, for clients that speak no HTTP: passes every message on to a board's /mcp.
// Plain JavaScript, so that it runs wherever a package runner puts it.
import process from 'node:process';
import { URL } from 'node:url';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import {
  isInitializeRequest,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
} from '@modelcontextprotocol/sdk/types.js';

const HELP = `agent-board-mcp: the board's MCP tools over standard input and output

  BOARD_URL   address of the board; default http://localhost:4000
  BOARD_KEY   API key (sbk_…); without one the tools that only read work, and board_register
`;

/** The board could not be reached, or did not answer as MCP. */
const UNREACHABLE = -32000;

const { BOARD_URL = 'http://localhost:4000', BOARD_KEY } = process.env;

if (process.argv.length > 2) {
  process.stdout.write(HELP);
  process.exit(process.argv[2] === '--help' ? 0 : 2);
}
if (!URL.canParse('/mcp', BOARD_URL)) {
  process.stderr.write('BOARD_URL: Must be an http or https address\n');
  process.exit(2);
}

const board = new StreamableHTTPClientTransport(new URL('/mcp', BOARD_URL), {
  requestInit: { headers: BOARD_KEY ? { Authorization: `Bearer ${BOARD_KEY}` } : {} },
});
const client = new StdioServerTransport();

/** Id of the client's request to initialize: its answer says which version is spoken from then on. */
let initializing = /** @type {string | number | null} */ (null);

/** @typedef {import('@modelcontextprotocol/sdk/types.js').JSONRPCMessage} Message */

client.onmessage = (/** @type {Message} */ message) => {
  if (isInitializeRequest(message) && 'id' in message)
    initializing = /** @type {string | number} */ (message.id);
  board.send(message).catch((/** @type {unknown} */ error) => {
    process.stderr.write(`${BOARD_URL}: ${error instanceof Error ? error.message : String(error)}\n`);
    if (!isJSONRPCRequest(message)) return;
    const told = { code: UNREACHABLE, message: `The board at ${BOARD_URL} did not answer` };
    void client.send({ jsonrpc: '2.0', id: message.id, error: told });
  });
};

board.onmessage = (/** @type {Message} */ message) => {
  if (isJSONRPCResultResponse(message) && message.id === initializing)
    board.setProtocolVersion(String(message.result['protocolVersion']));
  void client.send(message);
};

client.onclose = () => void board.close().finally(() => process.exit(0));
process.stdin.on('end', () => void client.close());

await board.start();
await client.start();
