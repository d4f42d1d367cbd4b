// Published MCP clients of several protocol versions.
import { Client as Client2, StreamableHTTPClientTransport as Transport2 } from '@modelcontextprotocol/client';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { Client as Client112 } from 'sdk-1.12/client/index.js';
import { StreamableHTTPClientTransport as Transport112 } from 'sdk-1.12/client/streamableHttp.js';
import { Client as Client120 } from 'sdk-1.20/client/index.js';
import { StreamableHTTPClientTransport as Transport120 } from 'sdk-1.20/client/streamableHttp.js';
import type { Body } from '../board/http.ts';
import type { McpTransport } from './transport.ts';

/** The methods that all clients have. */
export interface McpClient {
  listTools(): Promise<Body>;
  callTool(call: { name: string; arguments: object }): Promise<Body>;
  ping(): Promise<unknown>;
  close(): Promise<void>;
}

interface ConnectOptions {
  readonly transport: McpTransport;
  readonly headers?: Record<string, string>;
}

type Connect = (options: ConnectOptions) => Promise<McpClient>;

const INFO = { name: 'test', version: '1' };
const MCP_URL = new URL('http://board.test/mcp');

/** Replaces the global `fetch` during a call, because SDK 1.12 has no option for it. */
const withFetch = async <Result>(transport: McpTransport, call: () => Promise<Result>): Promise<Result> => {
  const originalFetch = globalThis.fetch;
  globalThis.fetch = transport.fetch as typeof fetch;
  return call().finally(() => void (globalThis.fetch = originalFetch));
};

async function connect112({ transport, headers = {} }: ConnectOptions): Promise<McpClient> {
  const client = new Client112(INFO);
  const withBoard = <Result>(call: () => Promise<Result>) => withFetch(transport, call);
  await withBoard(() => client.connect(new Transport112(MCP_URL, { requestInit: { headers } }) as never));
  return {
    listTools: () => withBoard(() => client.listTools()),
    callTool: (call) => withBoard(() => client.callTool(call as never)),
    ping: () => withBoard(() => client.ping()),
    close: () => client.close(),
  };
}

const connectWith =
  (
    createClient: () => { connect(transport: never): Promise<void> },
    createTransport: (options: object) => object,
  ): Connect =>
  async ({ transport, headers = {} }) => {
    const client = createClient();
    await client.connect(createTransport({ fetch: transport.fetch, requestInit: { headers } }) as never);
    return client as unknown as McpClient;
  };

/** The clients by name. */
export const mcpClients: Readonly<Record<string, Connect>> = {
  'SDK 1.12': connect112,
  'SDK 1.20': connectWith(
    () => new Client120(INFO),
    (options) => new Transport120(MCP_URL, options),
  ),
  'SDK 1.32': connectWith(
    () => new Client(INFO),
    (options) => new StreamableHTTPClientTransport(MCP_URL, options),
  ),
  'client 2': connectWith(
    () => new Client2(INFO),
    (options) => new Transport2(MCP_URL, options),
  ),
  'client 2 with version negotiation': connectWith(
    () => new Client2(INFO, { versionNegotiation: { mode: 'auto' } }),
    (options) => new Transport2(MCP_URL, options),
  ),
};
