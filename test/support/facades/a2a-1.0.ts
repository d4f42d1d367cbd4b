import { expect } from 'vitest';
import type { TestAgent } from '../board/agent.ts';
import type { Body } from '../board/http.ts';
import { loadProtocolSchema } from '../mcp/protocol-schema.ts';

/** Returns the violations of a definition of A2A 1.0 in a value. */
export const validateA2a = loadProtocolSchema('a2a-1.0.schema.json');

let count = 0;

/** Calls a method with `version` in the header A2A-Version. Validates the response against the schema of A2A 1.0. */
export async function callA2a(
  agent: TestAgent,
  method: string,
  params?: unknown,
  version = '1.0',
): Promise<Body> {
  const { status, body } = await agent.call('POST /a2a', {
    headers: { 'A2A-Version': version },
    body: { jsonrpc: '2.0', id: 7, method, params },
  });
  expect([status, body.id]).toEqual([200, 7]);
  expect(validateA2a(body.error ? 'JSONRPCErrorResponse' : method, body)).toEqual([]);
  return body;
}

/** Returns a message with a new id. `more` has further members. */
export const createMessage = (more: object = {}) => ({
  messageId: `message-of-1.0-${++count}`,
  role: 'ROLE_USER',
  parts: [{ text: 'Hello' }],
  ...more,
});

/** Sends a message. `more` has further members of the message, `params` further parameters of the call. */
export const sendMessage = (agent: TestAgent, more: object = {}, params: object = {}): Promise<Body> =>
  callA2a(agent, 'SendMessage', { message: createMessage(more), ...params });
