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
};

/** A board’s /mcp in this process, for clients that bring `fetch` along; everything answered is held to the schema. */
export class McpTransport {
  /** What was wrong with what was answered. */
  readonly faults: string[] = [];
  /** Methods that were asked for. */
  readonly methods: string[] = [];
  readonly statuses: number[] = [];
  readonly #board: TestBoard;
  readonly #version: string;

  constructor(board: TestBoard, version = '2025-06-18') {
    this.#board = board;
    this.#version = version;
  }

  readonly fetch = async (url: string | URL, init?: object): Promise<Response> => {
    const request = new Request(url, init);
    const asked = request.method === 'POST' ? await request.clone().json() : null;
    const response = await this.#board.fetch(request);
    this.statuses.push(response.status);
    if (asked !== null) this.#check(asked, await response.clone().text());
    return response;
  };

  #check(asked: Body, text: string): void {
    if (asked.method) this.methods.push(asked.method as string);
    if (text === '') return;
    const told = JSON.parse(text);
    const validate = SCHEMAS[this.#version] as Validate;
    const definition = RESULTS[asked.method as string];
    this.faults.push(...validate(told.error ? 'JSONRPCError' : 'JSONRPCResponse', told));
    if (told.result && definition) this.faults.push(...validate(definition, told.result));
    if (told.id !== asked.id) this.faults.push(`the id of ${asked.method} is ${told.id}`);
  }
}
