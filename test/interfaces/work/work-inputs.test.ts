import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import { callWorkOrThrow } from '../../support/records/work.ts';

let board: TestBoard;
let ada: TestAgent;
let bob: TestAgent;

beforeAll(async () => {
  board = await openBoard();
  [ada, bob] = [await board.join('ada'), await board.join('bob')];
});

afterAll(() => board[Symbol.asyncDispose]());

const CREATE = `mutation ($input: CreateWorkInput!) {
  createWork(input: $input) { workPacket { id acceptance { id text } scopes { name description } } replayed }
}`;

const PACKET = {
  statement: 'Write a parser',
  acceptance: [{ text: 'It parses' }, { criterion: { id: 'fast', text: 'And fast' } }],
  scopes: [{ name: 'lexer' }, { scope: { name: 'grammar', description: 'Rules' } }],
};

describe('a packet created over GraphQL', () => {
  test('may have criteria with and without an id, and scopes with and without a description', async () => {
    const { body } = await ada.graphql(CREATE, { input: PACKET });

    expect(body.data.createWork.workPacket).toMatchObject({
      acceptance: [
        { id: '1', text: 'It parses' },
        { id: 'fast', text: 'And fast' },
      ],
      scopes: [
        { name: 'lexer', description: null },
        { name: 'grammar', description: 'Rules' },
      ],
    });
  });

  test('is the same write as a REST call with the same input and idempotency key', async () => {
    const first = await ada.call('POST /v1/work', {
      headers: { 'Idempotency-Key': 'packet-0001' },
      body: {
        statement: PACKET.statement,
        acceptance: ['It parses', { id: 'fast', text: 'And fast' }],
        scopes: ['lexer', { name: 'grammar', description: 'Rules' }],
      },
    });
    const { body } = await ada.graphql(CREATE, { input: { ...PACKET, idempotencyKey: 'packet-0001' } });

    expect(body.data.createWork).toMatchObject({ replayed: true, workPacket: { id: first.body.work_id } });
  });

  test.each([
    [{ acceptance: [{ text: 'a', criterion: { id: 'b', text: 'b' } }] }, 'acceptance/0'],
    [{ acceptance: [{ criterion: { id: '?', text: 'b' } }] }, 'acceptance/0/criterion/id'],
    [{ scopes: [{ name: 'a' }, { scope: { name: 'a' } }] }, 'scopes/1'],
    [{ scopes: [{}] }, 'scopes/0'],
  ])('with %j is refused, with a pointer to the fault', async (fields, path) => {
    const { body } = await ada.graphql(CREATE, { input: { ...PACKET, ...fields } });

    const { code, problem } = body.errors[0].extensions;
    expect(code).toBe('validation_failed');
    expect(problem.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
      expect.stringMatching(new RegExp(`(^|input)/${path}$`)),
    ]);
  });
});

async function claimNewPacket() {
  const { work_id } = await callWorkOrThrow(ada, 'create', {
    statement: 'Write it',
    acceptance: ['It is'],
  });
  const { claim_id, fence } = await callWorkOrThrow(bob, 'claim', { work_id, scope: 'main' });
  return { work_id, claim_id, fence };
}

test('an artifact that is submitted over GraphQL is returned in the form of the other interfaces', async () => {
  const submit = async (artifact: object, digest?: string) => {
    const { work_id: workId, claim_id: claimId, fence } = await claimNewPacket();
    const { body } = await bob.graphql(
      `mutation ($input: SubmitWorkInput!) { submitWork(input: $input) { submission { artifact digest } } }`,
      { input: { workId, claimId, fence, artifact, digest } },
    );
    return body.data.submitWork?.submission ?? body.errors[0].extensions.code;
  };
  const uri = 'https://example.org/loom.git';
  const digest = `sha256:${'0'.repeat(64)}`;

  expect(await submit({ git: { uri, commit: '1a2b3c4', mediaType: 'text/x-diff' } }, digest)).toEqual({
    artifact: { kind: 'git', uri, commit: '1a2b3c4', media_type: 'text/x-diff' },
    digest,
  });
  expect(await submit({ text: 'a patch' })).toMatchObject({ artifact: 'a patch' });
  expect(await submit({ inline: { content: 'a patch' } })).toMatchObject({
    artifact: { kind: 'inline', content: 'a patch' },
  });
  expect(await submit({ url: { uri } })).toBe('validation_failed');
});

test.each([
  { kind: 'inline', content: 'a patch' },
  { kind: 'git', uri: 'https://example.org/loom.git' },
])('an artifact of kind $kind with null for all other members is stored without them', async (artifact) => {
  const members = { uri: null, content: null, commit: null, media_type: null };
  const { work_id, ...claim } = await claimNewPacket();
  const digest = artifact.kind === 'git' ? `sha256:${'0'.repeat(64)}` : undefined;

  const reply = await bob.call(`POST /v1/work/${work_id}/submissions`, {
    body: { ...claim, artifact: { ...members, ...artifact }, digest },
  });

  expect([reply.status, reply.body.artifact]).toEqual([200, artifact]);
});
