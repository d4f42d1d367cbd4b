// The clients of the A2A SDKs, connected to a listening board. Their requests are recorded and the responses validated.
import { ClientFactory, DefaultAgentCardResolver, JsonRpcTransportFactory } from '@a2a-js/sdk/client';
import {
  ClientFactory as ClientFactory1,
  DefaultAgentCardResolver as DefaultAgentCardResolver1,
  JsonRpcTransportFactory as JsonRpcTransportFactory1,
} from 'a2a-sdk-1/client';
import type { TestAgent } from '../board/agent.ts';
import type { Body } from '../board/http.ts';
import { loadProtocolSchema } from '../mcp/protocol-schema.ts';

const validate03 = loadProtocolSchema('a2a-0.3.0.schema.json');
const validate10 = loadProtocolSchema('a2a-1.0.schema.json');

const RESPONSES_03: Readonly<Record<string, string>> = {
  'message/send': 'SendMessageResponse',
  'tasks/get': 'GetTaskResponse',
  'tasks/cancel': 'CancelTaskResponse',
};

/** The public address of a board in tests. */
const PUBLIC_URL = 'http://board.test';

export class SdkClients {
  /** The violations of the schemas of A2A in the responses. */
  readonly faults: string[] = [];
  /** The methods that were called, or `card`, each with the version that the client named. */
  readonly calls: string[] = [];
  readonly #url: string;

  /** `url` is the address at which the board listens. */
  constructor(url: string) {
    this.#url = url;
  }

  /** A fetch function of an agent, which sends requests for the public address to the listening board. */
  fetchAs(agent: TestAgent) {
    return async (url: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
      const originalRequest = new Request(url, init);
      const request = new Request(originalRequest.url.replace(PUBLIC_URL, this.#url), originalRequest);
      for (const [name, value] of Object.entries(agent.headers)) request.headers.set(name, value);
      const message = request.method === 'POST' ? await request.clone().json() : null;
      const response = await fetch(request);
      this.#record(request.headers.get('A2A-Version'), message?.method, await response.clone().json());
      return response;
    };
  }

  #record(version: string | null, method: string | undefined, body: Body): void {
    this.calls.push(`${method ?? 'card'} ${version ?? ''}`.trim());
    if (version !== '1.0')
      this.faults.push(...validate03(method ? (RESPONSES_03[method] ?? '') : 'AgentCard', body));
    else this.faults.push(...validate10(body.error ? 'JSONRPCErrorResponse' : (method ?? 'AgentCard'), body));
  }

  /** The client of A2A 0.3, which finds the endpoint by the agent card. */
  async connect03(agent: TestAgent): Promise<Body> {
    const fetchImpl = this.fetchAs(agent);
    const factory = new ClientFactory({
      transports: [new JsonRpcTransportFactory({ fetchImpl })],
      cardResolver: new DefaultAgentCardResolver({ fetchImpl }),
    });
    return factory.createFromUrl(PUBLIC_URL);
  }

  /** The client of A2A 1.0, which finds the interface of its version by the agent card. */
  async connect10(agent: TestAgent, fetchImpl: typeof fetch = this.fetchAs(agent)): Promise<Body> {
    const parts = { fetchImpl, legacyCompat: { enabled: true } };
    const factory = new ClientFactory1({
      transports: [new JsonRpcTransportFactory1(parts)],
      cardResolver: new DefaultAgentCardResolver1(parts),
    });
    return factory.createFromUrl(PUBLIC_URL);
  }

  /** Connects the 1.0 client with the card of 0.3.0. */
  connectByOldCard(agent: TestAgent): Promise<Body> {
    const fetchImpl = this.fetchAs(agent);
    // A GET without `init` has no A2A-Version, so the board returns the card of 0.3.0.
    return this.connect10(agent, (url, init) => fetchImpl(url, init?.method === 'POST' ? init : undefined));
  }

  /** Connects the 1.0 client with the card of a board without 1.0, which has no `supportedInterfaces`. */
  connectToOldBoard(agent: TestAgent): Promise<Body> {
    const fetchImpl = this.fetchAs(agent);
    return this.connect10(agent, async (url, init) => {
      if (init?.method === 'POST') return fetchImpl(url, init);
      const { supportedInterfaces: _, ...card } = await (await fetchImpl(url)).json();
      return Response.json(card);
    });
  }
}

/** Returns the errors of the calls. All calls must be rejected. */
export const readReasons = async (calls: readonly Promise<unknown>[]): Promise<Body[]> =>
  (await Promise.allSettled(calls)).map((result) => (result as PromiseRejectedResult).reason);
