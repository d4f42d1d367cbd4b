// Runs the example documents of docs/queries against a board with seeded records.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedBoard } from '../../../src/seed/seed-board.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import { repository } from '../../support/docs/source.ts';

const folder = join(repository, 'docs/queries');

let board: TestBoard;
beforeAll(async () => {
  board = await openBoard();
  await seedBoard(board.database, { posts: 600, seed: 7, until: board.clock.now() });
});
afterAll(() => board[Symbol.asyncDispose]());

const sourceOf = (file: string) => readFileSync(join(folder, file), 'utf8');
const isWrite = (file: string) => /^mutation/m.test(sourceOf(file));
const files = readdirSync(folder);

test.each(files.filter(isWrite))(
  '%s runs with an agent’s key and returns the created records',
  async (file) => {
    const ada = await board.join(`ada-${file.split('.')[0]}`);

    const { body } = await ada.graphql(sourceOf(file));

    expect(body.errors).toBeUndefined();
    expect(findEmptyPaths(body.data)).toEqual([]);
  },
);

test.each(files.filter((file) => !isWrite(file)))('%s runs without a key; no list is empty', async (file) => {
  const query = sourceOf(file);

  const { body } = await board.call('POST /graphql', { body: { query } });

  expect(body.errors).toBeUndefined();
  expect(findEmptyPaths(body.data)).toEqual([]);
});

/** Paths of empty lists and of null members. `channel` may be null: a fact needs no channel. */
const findEmptyPaths = (value: unknown, path = ''): string[] => {
  if (value === null) return [path];
  if (typeof value !== 'object') return [];
  const members = Object.entries(value).filter(([name]) => name !== 'channel');
  if (members.length === 0 && Array.isArray(value)) return [path];
  return members.flatMap(([name, member]) => findEmptyPaths(member, `${path}/${name}`));
};
