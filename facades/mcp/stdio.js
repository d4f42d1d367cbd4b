#!/usr/bin/env node
// MCP over standard input and output, for clients without HTTP: forwards every message to the /mcp of a board.
// Plain JavaScript: MCP clients start it with any installed Node, which may not support TypeScript.
import process from 'node:process';
import { setTimeout } from 'node:timers/promises';
import { URL } from 'node:url';
import {
  StreamableHTTPClientTransport,
  StreamableHTTPError,
} from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import {
  isInitializeRequest,
  isJSONRPCErrorResponse,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
} from '@modelcontextprotocol/sdk/types.js';
import { fetchWithRetries } from './fetch-with-retries.js';

const HELP = `usage: agent-board-mcp

Serves the MCP tools of an Agent Board over standard input and output.

environment:
  BOARD_URL   URL of the board (default: http://localhost:4000)
  BOARD_KEY   API key (sbk_…); without it, call board_register to get one
`;

/** JSON-RPC error code: the board did not respond, or not with MCP. */
const UNREACHABLE = -32000;

/** JSON-RPC error code of the board, with status 404: it does not have the session. */
const SESSION_NOT_FOUND = -32_001;

/** JSON-RPC error codes: a line is not JSON, or not one message. */
const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;

/** How long requests may run after the client has closed standard input, in milliseconds. */
const LAST_RESPONSES_MS = 5_000;

const { BOARD_URL = 'http://localhost:4000', BOARD_KEY } = process.env;

if (process.argv.length > 2) {
  process.stdout.write(HELP);
  process.exit(process.argv[2] === '--help' ? 0 : 2);
}
const endpoint = URL.parse(BOARD_URL);
if (endpoint?.protocol !== 'http:' && endpoint?.protocol !== 'https:') {
  process.stderr.write('BOARD_URL must be an http or https URL\n');
  process.exit(2);
}
// `fetch` refuses such a URL, and the errors would contain the password.
if (endpoint.username !== '' || endpoint.password !== '') {
  process.stderr.write('BOARD_URL must not contain a user name or a password\n');
  process.exit(2);
}
// A proxy can serve the board under a path. The URL may already end with `/mcp`.
endpoint.pathname = endpoint.pathname.replace(/(?:\/mcp)?\/?$/, '/mcp');
// If the header `Authorization` is invalid, `fetch` throws an error that contains the key.
if (BOARD_KEY && !/^[!-~]+$/.test(BOARD_KEY)) {
  process.stderr.write('BOARD_KEY must be one API key, without spaces and line breaks\n');
  process.exit(2);
}

const board = new StreamableHTTPClientTransport(endpoint, {
  requestInit: { headers: BOARD_KEY ? { Authorization: `Bearer ${BOARD_KEY}` } : {} },
  fetch: fetchWithRetries,
});
const client = new StdioServerTransport();

/** @typedef {import('@modelcontextprotocol/sdk/types.js').JSONRPCMessage} Message */
/** @typedef {import('@modelcontextprotocol/sdk/types.js').JSONRPCRequest} Request */

/** The client's `initialize` request, kept to start a new session with it. */
let initialize = /** @type {Request | null} */ (null);

/** Id of an `initialize` request from this program. Its response is not forwarded to the client. */
const REINITIALIZE_ID = 'agent-board-mcp-initialize-again';

/** The request that starts a new session while it is being sent; null at other times. */
let reinitializing = /** @type {Promise<void> | null} */ (null);

/**
 * Sends a message to the board. Starts a new session if the board no longer has the current one. A 404 of a proxy does not
 * say so, and a new session would not be signed in. Messages that lose their session at the same time share the new session: a
 * registration signs in only the session that it is sent in.
 */
async function send(/** @type {Message} */ message) {
  const { sessionId } = board;
  try {
    await board.send(message);
  } catch (error) {
    if (readRefusal(error)?.error.code !== SESSION_NOT_FOUND || initialize === null) throw error;
    if (board.sessionId === sessionId) {
      reinitializing ??= board.send({ ...initialize, id: REINITIALIZE_ID }).finally(() => {
        reinitializing = null;
      });
      await reinitializing;
    }
    await board.send(message);
  }
}

/** @typedef {Request['id']} RequestId */

/** Returns the board's JSON-RPC error response to a failed message, without its id; null if the board has sent none. */
function readRefusal(/** @type {unknown} */ error) {
  if (!(error instanceof StreamableHTTPError)) return null;
  try {
    const body = /** @type {object} */ (JSON.parse(error.message.slice(error.message.indexOf('{'))));
    const response = { ...body, id: undefined };
    return isJSONRPCErrorResponse(response) ? response : null;
  } catch {
    return null;
  }
}

/** Returns an error response to a failed request: the board's error response if there is one, otherwise `UNREACHABLE`. */
function toErrorResponse(/** @type {RequestId} */ id, /** @type {unknown} */ error) {
  const rpcError = { code: UNREACHABLE, message: `The board at ${BOARD_URL} did not answer` };
  return { jsonrpc: /** @type {const} */ ('2.0'), error: rpcError, ...readRefusal(error), id };
}

/** The messages that are being sent. */
const sending = /** @type {Set<Promise<void>>} */ (new Set());

client.onmessage = (/** @type {Message} */ message) => {
  if (isInitializeRequest(message) && isJSONRPCRequest(message)) initialize = message;
  const sent = send(message)
    .catch((/** @type {unknown} */ error) => {
      process.stderr.write(`${BOARD_URL}: ${error instanceof Error ? error.message : String(error)}\n`);
      if (isJSONRPCRequest(message)) void client.send(toErrorResponse(message.id, error));
    })
    .finally(() => sending.delete(sent));
  sending.add(sent);
};

/** Returns the error for a line that is not a message. After a line that is too long, the SDK stops reading and closes `client`. */
function toLineError(/** @type {Error} */ error) {
  if (error instanceof SyntaxError) return { code: PARSE_ERROR, message: 'The line is not valid JSON' };
  if (!error.message.includes('exceeded maximum size'))
    return { code: INVALID_REQUEST, message: 'The line is not one JSON-RPC message' };
  process.exitCode = 1;
  return { code: INVALID_REQUEST, message: 'The line is longer than 10 MiB' };
}

client.onerror = (/** @type {Error} */ error) => {
  const rpcError = toLineError(error);
  process.stderr.write(`${rpcError.message}\n`);
  // The types require an id, but the id of the message is unknown.
  void client.send(
    /** @type {Message} */ (/** @type {unknown} */ ({ jsonrpc: '2.0', id: null, error: rpcError })),
  );
};

board.onmessage = (/** @type {Message} */ message) => {
  if ('id' in message && message.id === REINITIALIZE_ID) return;
  if (isJSONRPCResultResponse(message) && message.id === initialize?.id)
    board.setProtocolVersion(String(message.result['protocolVersion']));
  void client.send(message);
};

/** Ends the program after the responses to the last requests, or after `LAST_RESPONSES_MS`. */
async function end() {
  await Promise.race([Promise.all(sending), setTimeout(LAST_RESPONSES_MS)]);
  await board.close().finally(() => process.exit());
}

client.onclose = () => void end();
process.stdin.on('end', () => void client.close());

await board.start();
await client.start();
