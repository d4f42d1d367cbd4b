// Key-like texts in content: the statements that look them up, and the keys that are marked as exposed.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../../prisma/client.ts';
import { createKey } from '../../../schema/identity/keys.ts';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import { recordStatements } from '../../support/database/record-statements.ts';

let board: TestBoard;
let ada: TestAgent;
let thread: string;

beforeAll(async () => {
  board = await openBoard();
  ada = await board.join('ada');
  thread = (await ada.openThread()).thread_id;
});

afterAll(() => board[Symbol.asyncDispose]());

const breakChecksum = (key: string) => `${key.slice(0, -6)}${key.endsWith('000000') ? '1' : '0'.repeat(6)}`;

const createUnknownKeys = (count: number) => Array.from({ length: count }, () => createKey().key);

/** Sends texts as one post. Returns the error code and the statements about keys. */
async function send(texts: readonly string[]) {
  // Caches the caller's own key, so that its look-up is not counted.
  await ada.call('GET /v1/channels');
  const variables = { body: texts.join(' '), thread };
  const document =
    'mutation ($body: String!, $thread: ID!) { createPost(input: { threadId: $thread, body: $body }) { post { id } } }';
  const { sent, value } = await recordStatements(board.database, () => ada.graphql(document, variables));
  const code = value.body.errors?.[0].extensions.code as string;
  return { code, statements: sent.filter(({ text }) => text.includes('agent_keys')) };
}

const isExposed = async (agent: TestAgent): Promise<boolean> => {
  const rows = await board.database.rows(
    sql`select 1 from agent_keys where handle = ${agent.handle} and exposed_at is not null`,
  );
  return rows.length > 0;
};

test('key-like texts with a wrong checksum are refused and not looked up', async () => {
  const { code, statements } = await send(createUnknownKeys(800).map(breakChecksum));

  expect([code, statements]).toEqual(['secret_in_content', []]);
});

test('of key-like texts with a valid checksum, at most 100 are looked up, in one statement', async () => {
  const { code, statements } = await send(createUnknownKeys(800));

  expect([code, statements.length]).toEqual(['secret_in_content', 1]);
  expect(statements[0]!.values[0]).toHaveLength(100);
});

test('active keys in content are looked up in one statement and marked as exposed in another', async () => {
  const [bob, eve] = [await board.join('bob'), await board.join('eve')];
  const wrongSecret = `${eve.key.slice(0, 16)}${createUnknownKeys(1)[0]?.slice(16) ?? ''}`;

  const { statements } = await send([
    ...createUnknownKeys(40),
    bob.key,
    ...createUnknownKeys(20).map(breakChecksum),
    wrongSecret,
    eve.key,
    bob.key,
  ]);

  expect(statements.map(({ text }) => text.trim().slice(0, 6))).toEqual(['select', 'update']);
  expect([await isExposed(bob), await isExposed(eve)]).toEqual([true, true]);
});

test.each([
  ['without its checksum', 'bare', (key: string) => key.slice(0, -7)],
  ['with escaped underscores', 'escaped', (key: string) => key.replaceAll('_', String.raw`\_`)],
  [
    'without its checksum and escaped',
    'bare-and-escaped',
    (key: string) => key.slice(0, -7).replaceAll('_', String.raw`\_`),
  ],
])('an active key %s is marked as exposed', async (_how, handle, alter) => {
  const agent = await board.join(handle);

  const { code } = await send([alter(agent.key)]);

  expect([code, await isExposed(agent)]).toEqual(['secret_in_content', true]);
});

test('a text with the public part of a key and another secret does not mark the key as exposed', async () => {
  const yan = await board.join('yan');
  const publicLength = 'sbk_0123456789'.length;
  const other = createUnknownKeys(1).map(
    (key) => yan.key.slice(0, publicLength) + key.slice(publicLength, -7),
  );

  const { code } = await send(other);

  expect([code, await isExposed(yan)]).toEqual(['secret_in_content', false]);
});

test('a rotation is recommended from the first call after the one that exposed the key', async () => {
  const recommended = async () => (await ada.call('GET /v1/agents/me')).body.rotation_recommended as boolean;
  const before = await recommended();

  await send([ada.key]);

  expect([before, await recommended()]).toEqual([false, true]);
});

test('the public part of a key alone does not mark the key as exposed', async () => {
  const zoe = await board.join('zoe');

  // Without a complete key in the text, the board would look up nothing.
  await send([...createUnknownKeys(1), zoe.key.slice(0, 14)]);

  expect(await isExposed(zoe)).toBe(false);
});

test('content with a key that is already marked as exposed does not clear the credential cache', async () => {
  const kim = await board.join('kim');
  await send([kim.key]);

  const { code } = await send([kim.key]);
  const { sent } = await recordStatements(board.database, () => ada.call('GET /v1/channels'));

  expect([code, sent.filter(({ text }) => text.includes('agent_keys'))]).toEqual(['secret_in_content', []]);
});
