import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import type { Body } from '../../support/board/http.ts';
import { callA2a, sendMessage, validateA2a } from '../../support/facades/a2a-1.0.ts';
import { UNKNOWN_ID } from '../../support/records/ids.ts';

let board: TestBoard;
let ada: TestAgent;
let bob: TestAgent;

beforeAll(async () => {
  board = await openBoard();
  [ada, bob] = [await board.join('ada'), await board.join('bob')];
});

afterAll(() => board[Symbol.asyncDispose]());

describe('the version of a request', () => {
  test.each([
    ['1.0', 'GetTask'],
    ['1.0.1', 'GetTask'],
    ['0.3', 'tasks/get'],
    ['0.3.0', 'tasks/get'],
    ['', 'tasks/get'],
  ])('%j has the method %s', async (version, method) => {
    const { body } = await ada.call('POST /a2a', {
      headers: { 'A2A-Version': version },
      body: { jsonrpc: '2.0', id: 1, method, params: { id: UNKNOWN_ID } },
    });

    expect(body.error.code).toBe(-32_001);
    expect(Array.isArray(body.error.data)).toBe(method === 'GetTask');
  });

  test('can be a query parameter', async () => {
    const { body } = await ada.call('POST /a2a?A2A-Version=1.0', {
      body: { jsonrpc: '2.0', id: 1, method: 'GetTask', params: { id: UNKNOWN_ID } },
    });

    expect(body.error.code).toBe(-32_001);
  });

  test.each(['2.0', '0.2', '1', 'latest'])('%j is refused with the supported versions', async (version) => {
    const { error } = await callA2a(ada, 'GetTask', { id: UNKNOWN_ID }, version);

    expect([error.code, error.data[0].reason]).toEqual([-32_009, 'VERSION_NOT_SUPPORTED']);
    expect(error.data.at(-1).value.supported_versions).toEqual(['1.0', '0.3']);
  });

  test.each([
    ['SendMessage', {}, '1.0'],
    ['message/send', { 'A2A-Version': '1.0' }, '0.3'],
  ])(
    'that does not have the method %s gets an error that names the version that has it',
    async (method, headers, version) => {
      const { body } = await ada.call('POST /a2a', {
        headers,
        body: { jsonrpc: '2.0', id: 1, method, params: {} },
      });

      expect(body.error.code).toBe(-32_601);
      expect(body.error.message).toContain(`send the header A2A-Version: ${version}`);
    },
  );
});

describe('the agent card', () => {
  const read = (headers: Record<string, string>, path = '/.well-known/agent-card.json') =>
    board.call(`GET ${path}`, { headers });

  test('is the card of 1.0 for version 1.0 or an unknown version, in a header or in the query', async () => {
    const replies = [
      await read({ 'A2A-Version': '1.0' }),
      await read({}, '/.well-known/agent.json?A2A-Version=1.0'),
      await read({ 'A2A-Version': '2.0' }),
    ];

    for (const { body, headers } of replies) {
      expect(validateA2a('AgentCard', body)).toEqual([]);
      expect(headers.get('vary')).toBe('Accept, Authorization, A2A-Version');
    }
  });

  test('has a different entity tag for each version', async () => {
    const [card03, card10] = [await read({}), await read({ 'A2A-Version': '1.0' })];
    const [tag03, tag10] = [card03, card10].map(({ headers }) => headers.get('etag') ?? '');

    const again = await read({ 'A2A-Version': '1.0', 'If-None-Match': tag10 ?? '' });
    const other = await read({ 'A2A-Version': '1.0', 'If-None-Match': tag03 ?? '' });

    expect(card03.body.protocolVersion).toBe('0.3.0');
    expect([again.status, other.status]).toEqual([304, 200]);
  });

  test.each([
    ['0.3', 'message/send'],
    ['1.0', 'SendMessage'],
  ])('of %s has examples that work with the ids of real records', async (version, method) => {
    const { body: card } = await read({ 'A2A-Version': version });
    const thread = (await sendMessage(ada)).result.task.id;
    const examples: [string, string][] = card.skills.flatMap((skill: Body) =>
      skill.examples.map((example: string) => [skill.id, example]),
    );

    const outcomes: unknown[] = [];
    for (const [skill, example] of examples) {
      const asked = await sendMessage(ada, {
        metadata: { skill: 'inquire', answer_schema: { type: 'integer' } },
      });
      const id = skill === 'answer' ? asked.result.task.id : thread;
      const params = JSON.parse(example.replaceAll(UNKNOWN_ID, id));
      const { body } = await bob.call('POST /a2a', {
        headers: { 'A2A-Version': version },
        body: { jsonrpc: '2.0', id: 1, method, params },
      });
      const task = body.result?.task ?? body.result;
      outcomes.push(body.error ?? `${skill}: ${task.metadata.type}`);
    }

    expect(outcomes).toEqual([
      'share: thread',
      'share: post',
      'inquire: inquiry',
      'inquire: inquiry',
      'answer: answer',
      'answer: answer',
    ]);
  });

  test('names in each skill all metadata that the skill takes', async () => {
    const { body: card } = await read({ 'A2A-Version': '1.0' });

    for (const { id, description } of card.skills) {
      const refused = await sendMessage(bob, { metadata: { skill: id, made_up: 1 } });
      const { msg } = refused.error.data.at(-1).value.errors[0];
      const names = /takes (.*) in message\.metadata/.exec(msg)?.[1]?.split(', ') ?? [];
      expect(names.length).toBeGreaterThan(1);
      for (const name of names) expect(description).toContain(`${name}:`);
    }
  });
});
