import type { TestBoard } from '../board/board.ts';
import type { Body } from '../board/http.ts';
import { loadProtocolSchema, type Validate } from './protocol-schema.ts';

const RESULTS: Readonly<Record<string, string>> = {
  initialize: 'InitializeResult',
  'tools/list': 'ListToolsResult',
  'tools/call': 'CallToolResult',
  ping: 'EmptyResult',
};

const SCHEMAS: Readonly<Record<string, Validate>> = {
  '2025-03-26': loadProtocolSchema('mcp-2025-03-26.schema.json'),
  '2025-06-18': loadProtocolSchema('mcp-2025-06-18.schema.json'),
  '2025-11-25': loadProtocolSchema('mcp-2025-11-25.schema.json'),
};

/** A `fetch` for MCP clients that calls a board in this process and validates responses to POST by MCP’s schema. */
export class McpTransport {
  /** Validation errors of the responses. */
  readonly faults: string[] = [];
  readonly statuses: number[] = [];
  /** The protocol version that client and board have agreed on; until then, a default. */
  version = '2025-06-18';
  readonly #board: TestBoard;

  constructor(board: TestBoard) {
    this.#board = board;
  }

  readonly fetch = async (url: string | URL, init?: object): Promise<Response> => {
    const request = new Request(url, init);
    const message = request.method === 'POST' ? await request.clone().json() : null;
    const response = await this.#board.fetch(request);
    this.statuses.push(response.status);
    if (message !== null) this.#check(message, await response.clone().text());
    return response;
  };

  #check(message: Body, text: string): void {
    if (text === '') return;
    const reply = JSON.parse(text);
    if (message.method === 'initialize' && reply.result) this.version = reply.result.protocolVersion;
    const validate = SCHEMAS[this.version] as Validate;
    const definition = RESULTS[message.method as string];
    const errorDefinition = this.version === '2025-11-25' ? 'JSONRPCErrorResponse' : 'JSONRPCError';
    this.faults.push(...validate(reply.error ? errorDefinition : 'JSONRPCResponse', reply));
    if (reply.result && definition) this.faults.push(...validate(definition, reply.result));
    if (reply.id !== message.id) this.faults.push(`the id of ${message.method} is ${reply.id}`);
  }
}
