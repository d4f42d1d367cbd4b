// A2A, as the agent card describes it: the examples of the skills are complete `params`.
import { randomUUID } from 'node:crypto';
import type { Body } from '../board/http.ts';
import { connectByHttp } from './http-caller.ts';
import { readLinks } from './links.ts';
import type { Answer, Caller, Field, Operation, Values } from './operation.ts';
import { readFirstCall } from './rest.ts';
import type { ReadGuide } from './walk.ts';

/** Reads the card of a version of A2A. Clients of 1.0 send the header `A2A-Version: 1.0`; without it the version is 0.3. */
export const readA2aGuide =
  (version: '0.3' | '1.0'): ReadGuide =>
  async (wire, index: Body) => {
    const headers = version === '1.0' ? { 'A2A-Version': version } : {};
    const card = await wire.readDocument(index.interfaces.a2a.card, headers);
    const { description, skills } = card;
    const [, template, url] = /POST (\{.*\}) to (\S+)/.exec(description) ?? [];
    const { method } = JSON.parse(template!.replace('{…}', '{}'));
    const send = async ({ request }: Caller, calledMethod: string, params: object): Promise<Answer> => {
      const answer = await request({
        method: 'POST',
        url: url!,
        headers,
        body: { jsonrpc: '2.0', id: 1, method: calledMethod, params },
      });
      const { error, result } = answer.value;
      return { failure: error ? `${calledMethod}: ${JSON.stringify(error)}` : answer.failure, value: result };
    };
    return {
      operations: [
        readFirstCall(index),
        ...skills.flatMap((skill: Body) =>
          skill.examples.map((example: string) =>
            createSkillOperation(skill, JSON.parse(example), (caller, params) =>
              send(caller, method, params),
            ),
          ),
        ),
        ...readMethods(description, send),
        ...readLinks(description, wire.base),
      ],
      connect: () => Promise.resolve(connectByHttp(wire, index.headers)),
    };
  };

/** Reads the methods that a description names: `tasks/get and tasks/cancel take {"id": "<task id>"}`. */
const readMethods = (
  description: string,
  send: (caller: Caller, method: string, params: object) => Promise<Answer>,
): Operation[] =>
  [...description.matchAll(/(\S+) and (\S+) take (\{.*?\})/g)].flatMap(([, first, second, params]) =>
    [first!, second!].map((name) => ({
      name,
      summary: '',
      writes: null,
      fields: Object.keys(JSON.parse(params!)).map((member) => ({
        name: member,
        required: true,
        schema: { format: 'uuid' },
      })),
      call: (values: Values, caller: Caller) => send(caller, name, values),
    })),
  );

const UUID = /^[0-9a-f]{8}-/;

/** An operation that sends the example with other texts and ids, as a new message. */
function createSkillOperation(
  { id, description }: Body,
  { message }: Body,
  send: (caller: Caller, params: object) => Promise<Answer>,
): Operation {
  const { parts, metadata: { skill, ...metadata } = {} as Body, contextId, taskId } = message;
  const members = {
    ...metadata,
    ...(contextId && { contextId }),
    ...(taskId && { taskId }),
    ...findText(parts),
  };
  const fields = Object.entries(members as Record<string, Body>).map(([name, value]): Field => ({
    name,
    required: name === 'text' || UUID.test(value),
    schema: UUID.test(value) ? { format: 'uuid' } : { type: typeof value },
  }));
  return {
    name: id,
    summary: description,
    writes: true,
    fields,
    call: (values, caller) => {
      const { text, contextId: context, taskId: task, ...given } = values;
      return send(caller, {
        message: {
          ...message,
          messageId: randomUUID(),
          ...(context && { contextId: context }),
          ...(task && { taskId: task }),
          parts: parts.map((part: Body) => ('text' in part ? { ...part, text } : part)),
          ...(message.metadata && { metadata: { skill, ...metadata, ...given } }),
        },
      });
    },
  };
}

const findText = (parts: readonly Body[]): object => {
  const { text } = parts.find((part) => 'text' in part) ?? {};
  return text === undefined ? {} : { text };
};
