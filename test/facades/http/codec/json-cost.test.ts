// The CPU time to read a JSON-RPC request. The board spends this time before it authenticates the caller and counts the call.
import { expect, test } from 'vitest';
import { readRpcRequest } from '../../../../facades/a2a/request.ts';
import { assertFiniteNumbers } from '../../../../facades/http/codec/json-numbers.ts';
import { parseRpcMessage } from '../../../../facades/http/codec/json.ts';
import { parseMessage } from '../../../../facades/mcp/message.ts';
import type { BoardError } from '../../../../schema/contract.ts';
import { measureCpuTime } from '../../../support/generators/cpu-time.ts';

const BYTES = 131_072;
/** Milliseconds of CPU time; about 5 are usual. */
const MAX_MS = 40;

/** The maximum size of JSON is 10 000: commas, brackets and, twice each, names. */
const MAX_SIZE = 9800;

// 200 items fewer than fit: room for the brackets and the rest of the request.
const list = (item: string) => {
  const count = Math.min(BYTES / (item.length + 1) - 200, MAX_SIZE / (item.includes('[') ? 2 : 1));
  return `[${`${item},`.repeat(count)}1]`;
};
const nest = (depth: number, inner: string) => '['.repeat(depth) + inner + ']'.repeat(depth);
const members = Array.from({ length: MAX_SIZE / 3 }, (_, i) => `"k${i.toString(36)}":1`).join(',');

const rpc = (method: string, params: string) =>
  `{"jsonrpc":"2.0","id":1,"method":"${method}","params":${params}}`;
const initialize = (capabilities: string) =>
  rpc(
    'initialize',
    `{"protocolVersion":"2025-06-18","capabilities":${capabilities},"clientInfo":{"name":"a"}}`,
  );

const bodies: Readonly<Record<string, string>> = {
  'deep numbers out of range': rpc('ping', nest(60, list('1e999'))),
  'a deep number out of range after many others': rpc('ping', nest(60, list('0').replace('1]', '1e999]'))),
  'a deep number out of range after many lists': rpc('ping', nest(60, list('[0]').replace('1]', '1e999]'))),
  'a syntax error at the end': list('1').slice(0, -1),
  'many parameters': rpc('tools/list', `{${members}}`),
  'many capabilities': initialize(`{"experimental":{${members}}}`),
  'many members of a message': `{"jsonrpc":"2.0","id":1,"method":"ping",${members}}`,
  'many arguments': rpc('tools/call', `{"name":"x","arguments":{${members}}}`),
  'a long text': rpc('ping', `{"a":"${'\\"'.repeat(60_000)}"}`),
};

const attempt = (step: () => unknown): void => {
  try {
    step();
  } catch {
    // Refused bodies also take CPU time.
  }
};

/** The code with which the JSON is refused, before its numbers and members are checked; null if it is not. */
function codeOf(body: Uint8Array): string | null {
  try {
    parseRpcMessage(body);
    return null;
  } catch (error) {
    return (error as BoardError).code;
  }
}

function read(body: Uint8Array): void {
  attempt(() => {
    const value = parseRpcMessage(body);
    attempt(() => assertFiniteNumbers(value, ['body']));
    attempt(() => parseMessage(value));
    attempt(() => readRpcRequest(value));
  });
}

test.each(Object.entries(bodies))(
  'up to 128 KiB with %s take less than 40 ms of CPU time to read',
  async (_name, text) => {
    const body = Buffer.from(text);
    expect(codeOf(body)).not.toBe('malformed_request');

    const { ms } = await measureCpuTime(() => read(body), MAX_MS);

    expect(ms).toBeLessThan(MAX_MS);
  },
);
