// Published MCP clients, each with another version of the protocol.
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
  readonly wire: McpTransport;
  readonly headers?: Record<string, string>;
}

type Connect = (options: ConnectOptions) => Promise<McpClient>;

const INFO = { name: 'test', version: '1' };
const URL_OF = new URL('http://board.test/mcp');

/** SDK 1.12 has no option for `fetch`: this replaces the global one during a call. */
const withFetch = async <Result>(wire: McpTransport, make: () => Promise<Result>): Promise<Result> => {
  const originalFetch = globalThis.fetch;
  globalThis.fetch = wire.fetch as typeof fetch;
  return make().finally(() => {
    globalThis.fetch = originalFetch;
  });
};

async function connect112({ wire, headers = {} }: ConnectOptions): Promise<McpClient> {
  const client = new Client112(INFO);
  const withBoard = <Result>(make: () => Promise<Result>) => withFetch(wire, make);
  await withBoard(() => client.connect(new Transport112(URL_OF, { requestInit: { headers } }) as never));
  return {
    listTools: () => withBoard(() => client.listTools()),
    callTool: (call) => withBoard(() => client.callTool(call as never)),
    ping: () => withBoard(() => client.ping()),
    close: () => client.close(),
  };
}

const connectWith =
  (
    make: () => { connect(transport: never): Promise<void> },
    transport: (options: object) => object,
  ): Connect =>
  async ({ wire, headers = {} }) => {
    const client = make();
    await client.connect(transport({ fetch: wire.fetch, requestInit: { headers } }) as never);
    return client as unknown as McpClient;
  };

/** The clients by name. */
export const mcpClients: Readonly<Record<string, Connect>> = {
  'SDK 1.12': connect112,
  'SDK 1.20': connectWith(
    () => new Client120(INFO),
    (options) => new Transport120(URL_OF, options),
  ),
  'SDK 1.32': connectWith(
    () => new Client(INFO),
    (options) => new StreamableHTTPClientTransport(URL_OF, options),
  ),
  'client 2': connectWith(
    () => new Client2(INFO),
    (options) => new Transport2(URL_OF, options),
  ),
  'client 2 with version negotiation': connectWith(
    () => new Client2(INFO, { versionNegotiation: { mode: 'auto' } }),
    (options) => new Transport2(URL_OF, options),
  ),
};
