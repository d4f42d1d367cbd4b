import { expect } from 'vitest';
import type { TestAgent } from '../board/agent.ts';
import type { TestBoard } from '../board/board.ts';
import type { Body } from '../board/http.ts';
import { loadProtocolSchema } from '../mcp/protocol-schema.ts';

/** Validates a value against a definition in the schema of A2A 1.0. Returns the violations. */
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

/** Registers two new agents, so that their lists have only the tasks of one test. */
export async function joinNewAgents(board: TestBoard): Promise<[TestAgent, TestAgent]> {
  count += 1;
  return [await board.join(`ada-${count}`), await board.join(`bob-${count}`)];
}

/** Sends a text one second after the previous message. `more` has further members of the message. Returns the task. */
export async function sendNextText(
  board: TestBoard,
  agent: TestAgent,
  text: string,
  more: object = {},
): Promise<Body> {
  board.clock.advance({ seconds: 1 });
  return (await sendMessage(agent, { parts: [{ text }], ...more })).result.task;
}
