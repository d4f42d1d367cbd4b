import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Body } from './http.ts';

/** A call that a receiver got. */
export interface ReceivedCall {
  readonly headers: IncomingHttpHeaders & Readonly<Record<string, string>>;
  readonly raw: string;
  readonly body: Body;
}

/** A webhook endpoint on this machine. It answers test calls with their challenge. */
export class Receiver implements AsyncDisposable {
  readonly url: string;
  /** All calls except test calls, in the order of their arrival. */
  readonly calls: ReceivedCall[] = [];
  /** All test calls, in the order of their arrival. */
  readonly tests: ReceivedCall[] = [];
  /** The status of the next responses. */
  status = 200;
  /** Called before each response. */
  onCall: () => Promise<void> = () => Promise.resolve();
  readonly #close: () => Promise<void>;

  constructor(url: string, close: () => Promise<void>) {
    this.url = url;
    this.#close = close;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#close();
  }
}

/** Starts a receiver on a free loopback port. */
export async function openReceiver(): Promise<Receiver> {
  const server = createServer((request, response) => {
    void text(request).then(async (raw) => {
      const body = JSON.parse(raw) as { type: string; challenge?: string };
      const call = { headers: request.headers as ReceivedCall['headers'], raw, body };
      (body.type === 'test' ? receiver.tests : receiver.calls).push(call);
      await receiver.onCall();
      // A client follows `location` only if the status is a redirect.
      response.writeHead(receiver.status, { location: '/elsewhere' }).end(body.challenge ?? '');
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const receiver = new Receiver(`http://127.0.0.1:${port}/hook`, async () => {
    server.closeAllConnections();
    await new Promise((resolve) => void server.close(resolve));
  });
  return receiver;
}
