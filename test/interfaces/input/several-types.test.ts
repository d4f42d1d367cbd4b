import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import { createWork, callWorkOrThrow } from '../../support/records/work.ts';

let board: TestBoard;
let ada: TestAgent;
let submissions: string;
let claimId: string;

beforeAll(async () => {
  board = await openBoard();
  ada = await board.join('ada');
  const { work_id } = await createWork(ada);
  claimId = (await callWorkOrThrow(ada, 'claim', { work_id, scope: 'main' })).claim_id;
  submissions = `/v1/work/${work_id}/submissions`;
});

afterAll(() => board[Symbol.asyncDispose]());

const CONTROL_CHARACTER = 'Must not contain the character U+0001';

/** Sends a refused call and returns its errors, each as pointer and message. */
async function readErrors(request: string, body: object): Promise<[string, string][]> {
  const reply = await ada.call(request, { body });
  expect([reply.status, reply.body.code]).toEqual([422, 'validation_failed']);
  return (reply.body.errors as { pointer: string; msg: string }[]).map(({ pointer, msg }) => [pointer, msg]);
}

const readSubmissionErrors = (fields: object) =>
  readErrors(`POST ${submissions}`, { claim_id: claimId, artifact: 'done', ...fields });

const readWorkErrors = (fields: object) =>
  readErrors('POST /v1/work', { statement: 'Write it', acceptance: ['It is written'], ...fields });

describe('the error of an input that may be of several types', () => {
  test.each([
    [{ artifact: 'a\u0001b' }, '/artifact', CONTROL_CHARACTER],
    [{ artifact: '' }, '/artifact', 'Must have at least 1 character'],
    [{ artifact: 7 }, '/artifact', 'Must be text, or an object of kind url, inline, git or post'],
    [
      { artifact: { kind: 'ftp', uri: 'x' } },
      '/artifact/kind',
      'Must be text, or an object of kind url, inline, git or post',
    ],
    [{ artifact: { kind: 'inline', content: 'a\u0001b' } }, '/artifact/content', CONTROL_CHARACTER],
    [{ artifact: { kind: 'inline', content: 7 } }, '/artifact/content', 'Must be text'],
    [{ artifact: { kind: 'inline' } }, '/artifact/content', 'Is required'],
    [
      { artifact: { kind: 'inline', content: 'x', media_type: 'text' } },
      '/artifact/media_type',
      'Must be a media type',
    ],
    [{ limitations: 'a\u0001b' }, '/limitations', CONTROL_CHARACTER],
    [{ limitations: ['fine', 'a\u0001b'] }, '/limitations/1', CONTROL_CHARACTER],
    [{ limitations: Array.from({ length: 33 }, String) }, '/limitations', 'Must have at most 32 texts'],
    [{ limitations: 7 }, '/limitations', 'Must be text, or a list of at most 32 texts'],
  ])('for a submission with %j has the pointer %s and names the cause', async (fields, pointer, message) => {
    expect(await readSubmissionErrors(fields)).toEqual([[pointer, message]]);
  });

  const ACCEPTANCE_ITEM = 'Must be text of 1–1000 characters, or { id, text }';
  const SCOPE =
    'Must be a name (a-z, 0-9 and . _ / -, first a letter or digit, at most 64), or { name, description }';

  test.each([
    [{ acceptance: ['a\u0001b'] }, '/acceptance/0', CONTROL_CHARACTER],
    [{ acceptance: ['x'.repeat(1001)] }, '/acceptance/0', 'Must have at most 1000 characters'],
    [{ acceptance: [{ id: 'a', text: 'a\u0001b' }] }, '/acceptance/0/text', CONTROL_CHARACTER],
    [{ acceptance: [{ id: 'a' }] }, '/acceptance/0/text', 'Is required'],
    [{ acceptance: [{ id: 7, text: 'x' }] }, '/acceptance/0/id', 'Must be text'],
    [{ acceptance: [7] }, '/acceptance/0', ACCEPTANCE_ITEM],
    [{ scopes: ['a\u0001b'] }, '/scopes/0', SCOPE],
    [{ scopes: [{ name: 'a', description: 'a\u0001b' }] }, '/scopes/0/description', CONTROL_CHARACTER],
    [{ scopes: [{ description: 'x' }] }, '/scopes/0/name', SCOPE],
    [{ scopes: [7] }, '/scopes/0', SCOPE],
  ])('for a packet with %j has the pointer %s and names the cause', async (fields, pointer, message) => {
    expect(await readWorkErrors(fields)).toEqual([[pointer, message]]);
  });
});
