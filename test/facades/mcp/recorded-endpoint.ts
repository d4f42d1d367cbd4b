// Requests to /mcp over a session that records the executed operations.
import { LargeResponses } from '../../../facades/http/large-responses.ts';
import type { Reply } from '../../../facades/http/reply.ts';
import type { Exchange } from '../../../facades/http/route.ts';
import { createMcpRoutes } from '../../../facades/mcp/routes.ts';
import type { BoardError, Caller, Operation, Session } from '../../../schema/contract.ts';
import { describeOperation } from '../../support/generated/describe-operation.ts';

export const SESSION = 'session';

interface Outcome {
  readonly value?: object;
  readonly error?: BoardError;
  readonly remaining?: number;
  readonly isReplayed?: boolean;
}

/** Opens the routes of /mcp. The calls have these outcomes, one after the other. */
export function open(outcomes: readonly Outcome[] = [], maxResponseBytes = 10_000) {
  const callers: Caller[] = [];
  const executed: [name: string, variables: object, issues: unknown[]][] = [];
  const rest = [...outcomes];
  const [post, get] = createMcpRoutes({
    baseUrl: 'http://board.test',
    siteUrl: 'http://site.test',
    maxBody: 1000,
    maxResponseBytes,
    describe: describeOperation,
    sessionIds: { create: () => 'new', isValid: (id) => id === SESSION },
    largeResponses: new LargeResponses(
      { hasRoom: () => true, add: () => () => undefined },
      { resume: () => undefined },
    ),
    toRefusal: (error) => error as BoardError,
    openSession: (caller) => {
      callers.push(caller);
      const { value = {}, error, remaining = 5, isReplayed = false } = rest.shift() ?? {};
      return Promise.resolve({
        rateLimit: { policy: 'key', limit: 9, remaining, resetSeconds: 7, windowSeconds: 6 },
        executeOperation: (
          { name }: Operation,
          variables: object,
          issues: readonly { loc?: unknown; msg: string }[],
        ) => {
          executed.push([name, variables, issues.map(({ loc, msg }) => [loc, msg])]);
          return error ? Promise.reject(error) : Promise.resolve({ value, isReplayed, isShared: false });
        },
      } as unknown as Session);
    },
  });
  const send = async (
    body: unknown,
    headers: Record<string, string> = {},
    connection: object | null = null,
  ) => {
    const url = new URL('http://board.test/mcp');
    const request = new Request(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
    });
    const bytes = typeof body === 'string' ? body : JSON.stringify(body);
    const exchange = {
      ...{
        request,
        url,
        params: {},
        body: new TextEncoder().encode(bytes),
        requestId: '1',
        address: 'a',
        connection,
      },
    } as unknown as Exchange;
    const reply = (await post?.serve(exchange)) as Reply;
    const text = reply.body === null ? null : Buffer.from(reply.body).toString();
    return { ...reply, body: text === null ? null : (JSON.parse(text) as never) };
  };
  return { send, post, get, callers, executed };
}

export const call = (id: unknown, name: string, args?: object) => ({
  ...{ jsonrpc: '2.0', id, method: 'tools/call' },
  params: { name, ...(args && { arguments: args }) },
});
export const list = (id: unknown) => ({ jsonrpc: '2.0', id, method: 'tools/list' });
export const ping = (id: unknown) => ({ jsonrpc: '2.0', id, method: 'ping' });
export const notification = { jsonrpc: '2.0', method: 'notifications/initialized' };
export const limitHeaders = (remaining: number) => ({
  'ratelimit-policy': '"key";q=9;w=6',
  ratelimit: `"key";r=${remaining};t=7`,
  'x-ratelimit-limit': '9',
  'x-ratelimit-remaining': String(remaining),
  'x-ratelimit-reset': '7',
});
export const jsonHeaders = { 'content-type': 'application/json' };
