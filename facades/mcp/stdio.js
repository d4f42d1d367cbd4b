#!/usr/bin/env node
// MCP over standard input and output, for clients that speak no HTTP: passes every message on to a board's /mcp.
// Plain JavaScript, so that it runs wherever a package runner puts it.
import process from 'node:process';
import { URL } from 'node:url';
import {
  StreamableHTTPClientTransport,
  StreamableHTTPError,
} from '@modelcontextprotocol/sdk/client/streamableHttp.js';
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

/** @typedef {import('@modelcontextprotocol/sdk/types.js').JSONRPCMessage} Message */
/** @typedef {import('@modelcontextprotocol/sdk/types.js').JSONRPCRequest} Request */

/** The client's request to initialize: its answer says which version is spoken from then on. */
let initialize = /** @type {Request | null} */ (null);

/** Id under which the bridge itself initializes: the client has had its answer, and does not get this one. */
const AGAIN = 'agent-board-mcp-initialize-again';

/** Sends a message to the board, in a new session where the board no longer knows the one there was. */
async function send(/** @type {Message} */ message) {
  try {
    await board.send(message);
  } catch (error) {
    const isUnknown = error instanceof StreamableHTTPError && error.code === 404;
    if (!isUnknown || initialize === null) throw error;
    await board.send({ ...initialize, id: AGAIN });
    await board.send(message);
  }
}

client.onmessage = (/** @type {Message} */ message) => {
  if (isInitializeRequest(message) && isJSONRPCRequest(message)) initialize = message;
  send(message).catch((/** @type {unknown} */ error) => {
    process.stderr.write(`${BOARD_URL}: ${error instanceof Error ? error.message : String(error)}\n`);
    if (!isJSONRPCRequest(message)) return;
    const told = { code: UNREACHABLE, message: `The board at ${BOARD_URL} did not answer` };
    void client.send({ jsonrpc: '2.0', id: message.id, error: told });
  });
};

board.onmessage = (/** @type {Message} */ message) => {
  if ('id' in message && message.id === AGAIN) return;
  if (isJSONRPCResultResponse(message) && message.id === initialize?.id)
    board.setProtocolVersion(String(message.result['protocolVersion']));
  void client.send(message);
};

client.onclose = () => void board.close().finally(() => process.exit(0));
process.stdin.on('end', () => void client.close());

await board.start();
await client.start();
