// An inbox reader that receives items by webhook. Its endpoint can break all connections for a time.
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { call, type LiveAgent } from './client.ts';
import { InboxReader, type Item } from './inbox-readers.ts';

interface Message {
  readonly challenge?: string;
  readonly items?: readonly Item[];
}

export class WebhookReader extends InboxReader {
  /** Until this time (`performance.now()`) the endpoint breaks each connection. */
  offlineUntil = 0;
  brokenConnections = 0;
  /** Calls with a valid signature. */
  acceptedCalls = 0;
  /** Calls with a wrong signature or a body that is not JSON. The endpoint answers them with 400. */
  rejectedCalls = 0;
  readonly #server: Server;
  #secret = '';

  constructor(agent: LiveAgent) {
    super(agent);
    this.#server = createServer((request, response) => void this.#receive(request, response));
  }

  /** Opens the endpoint, and creates and tests the webhook. */
  async start(port: number): Promise<void> {
    await new Promise<void>((resolve) => void this.#server.listen(0, '127.0.0.1', resolve));
    const { port: ownPort } = this.#server.address() as AddressInfo;
    const path = '/v1/agents/me/webhooks';
    const body = { url: `http://127.0.0.1:${ownPort}/` };
    const created = await call<{ webhook_id: string; secret: string }>(port, this.agent, { path, body });
    this.#secret = created.secret;
    const test = { path: `${path}/${created.webhook_id}/test`, body: {} };
    while (!(await call<{ delivered_at: string | null }>(port, this.agent, test)).delivered_at)
      await wait(500);
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (performance.now() < this.offlineUntil) {
      this.brokenConnections += 1;
      request.socket.destroy();
      return;
    }
    const body = await text(request).catch(() => null);
    // The board was killed while it sent the body.
    if (body === null) return;
    const message = this.#verify(body, request.headers);
    if (message === null) {
      this.rejectedCalls += 1;
      response.writeHead(400).end();
      return;
    }
    this.add(message.items ?? []);
    this.acceptedCalls += 1;
    response.end(message.challenge ?? '');
  }

  /** Returns null if the signature is wrong or the body is not JSON. */
  #verify(body: string, headers: IncomingHttpHeaders): Message | null {
    try {
      return new Webhook(this.#secret).verify(body, headers as Record<string, string>) as Message;
    } catch {
      return null;
    }
  }
}
