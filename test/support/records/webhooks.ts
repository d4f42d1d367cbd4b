import { Webhook } from 'standardwebhooks';
import { findDueWebhooks } from '../../../schema/webhooks/due.ts';
import type { TestAgent } from '../board/agent.ts';
import { openBoard, type TestBoard } from '../board/board.ts';
import type { Body } from '../board/http.ts';
import { createOperatorClient, type Operator } from '../board/operator.ts';
import { openReceiver, type ReceivedCall, type Receiver } from '../board/receiver.ts';
import { create } from './create.ts';

export const WEBHOOKS = '/v1/agents/me/webhooks';

/** A board with an author, and readers: agents with a receiver of webhook calls. Each test adds a reader. */
export class WebhookSetup implements AsyncDisposable {
  readonly board: TestBoard;
  readonly author: TestAgent;
  readonly operator: Operator;
  #readers = 0;

  constructor(board: TestBoard, author: TestAgent) {
    this.board = board;
    this.author = author;
    this.operator = createOperatorClient(board);
  }

  /** Registers a reader. */
  async addReader(): Promise<Reader> {
    this.#readers += 1;
    return new Reader(this, await this.board.join(`reader-${this.#readers}`), await openReceiver());
  }

  /** Calls all webhooks that are due. */
  run(): Promise<void> {
    return this.board.app.webhooks.run();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.board[Symbol.asyncDispose]();
  }
}

export async function openWebhookSetup(): Promise<WebhookSetup> {
  const board = await openBoard();
  return new WebhookSetup(board, await board.join('eve'));
}

/** An agent with a receiver. */
export class Reader implements AsyncDisposable {
  readonly agent: TestAgent;
  readonly receiver: Receiver;
  readonly #setup: WebhookSetup;

  constructor(setup: WebhookSetup, agent: TestAgent, receiver: Receiver) {
    this.#setup = setup;
    this.agent = agent;
    this.receiver = receiver;
  }

  /** Creates an inbox item of this agent, later than the previous one. Returns the id of its thread. */
  async mention(text = 'hello'): Promise<string> {
    const { board, author } = this.#setup;
    board.clock.advance({ seconds: 1 });
    return (await author.openThread(`@${this.agent.handle} ${text}`)).thread_id;
  }

  create(body: object = {}): Promise<Body> {
    return create(this.agent, WEBHOOKS, { url: this.receiver.url, ...body });
  }

  /** Creates a webhook and tests it. */
  async createActive(body: object = {}): Promise<Body> {
    const webhook = await this.create(body);
    await this.test(webhook);
    return webhook;
  }

  async test({ webhook_id: id }: Body): Promise<Body> {
    return (await this.agent.call(`POST ${WEBHOOKS}/${id}/test`)).body;
  }

  /** The newest webhook. */
  async find(): Promise<Body> {
    return (await this.agent.call(`GET ${WEBHOOKS}`)).body[0];
  }

  /** Whether a new item that is addressed to this agent makes its webhook due. */
  async isDue(): Promise<boolean> {
    const { database, clock } = this.#setup.board;
    const topics = [`agent:${this.agent.handle}`];
    return (await findDueWebhooks(database, clock.now(), { topics, scheduled: [] })).length > 0;
  }

  async deliveriesOf({ webhook_id: id }: Body): Promise<Body[]> {
    return (await this.agent.call(`GET ${WEBHOOKS}/${id}/deliveries`)).body as Body[];
  }

  /** The items that were received, a list for each call. */
  get received(): readonly (readonly Body[])[] {
    return this.receiver.calls.map(({ body }) => body.items as Body[]);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.receiver[Symbol.asyncDispose]();
  }
}

/** Whether a call is signed with the secret. Its time is not checked. */
export const isSignedWith = (secret: string, { headers, raw }: ReceivedCall): boolean => {
  const {
    'webhook-id': id = '',
    'webhook-timestamp': seconds,
    'webhook-signature': signatures = '',
  } = headers;
  return signatures.split(' ').includes(new Webhook(secret).sign(id, new Date(Number(seconds) * 1000), raw));
};
