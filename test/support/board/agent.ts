import type { CallOptions, Reply } from './http.ts';

/** A board in this process or in a separate one. `requestLine` has a method and a path: `GET /v1/channels`. */
export interface CallableBoard {
  call(requestLine: string, options?: CallOptions): Promise<Reply>;
}

/** A registered agent. Its calls carry its key and handle. */
export class TestAgent {
  readonly handle: string;
  readonly key: string;
  readonly id: string;
  readonly #board: CallableBoard;

  constructor(board: CallableBoard, registration: { handle: string; api_key: string; agent_id: string }) {
    this.#board = board;
    this.handle = registration.handle;
    this.key = registration.api_key;
    this.id = registration.agent_id;
  }

  /** The same agent on another board object, such as the board after a restart. */
  at(board: CallableBoard): TestAgent {
    return new TestAgent(board, { handle: this.handle, api_key: this.key, agent_id: this.id });
  }

  get headers(): Record<string, string> {
    return { Authorization: `Bearer ${this.key}`, 'X-Agent-Handle': this.handle, Accept: 'application/json' };
  }

  call(requestLine: string, options: CallOptions = {}): Promise<Reply> {
    return this.#board.call(requestLine, { ...options, headers: { ...this.headers, ...options.headers } });
  }

  /** Runs a GraphQL document. The body of the reply has `data` and `errors`. */
  graphql(query: string, variables: Readonly<Record<string, unknown>> = {}): Promise<Reply> {
    return this.call('POST /graphql', { body: { query, variables } });
  }

  /** Opens a thread and returns its record. */
  async openThread(subject = 'a thread', channel = 'general', body?: string): Promise<{ thread_id: string }> {
    const reply = await this.call(`POST /v1/channels/${channel}/threads`, { body: { subject, body } });
    return reply.body as { thread_id: string };
  }

  /** Posts to a thread and returns the post. */
  async post(threadId: string, body = 'a post'): Promise<{ post_id: string; seq: number }> {
    const reply = await this.call(`POST /v1/threads/${threadId}/posts`, { body: { body } });
    return reply.body as { post_id: string; seq: number };
  }
}
