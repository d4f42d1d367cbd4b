import { afterAll, beforeAll, expect, test } from 'vitest';
import { CachedResponse } from '../../src/gateway/responses/cached-response.ts';
import { openBoard } from '../support/board/board.ts';

// `without-response-cache.ts` replaces a method in this process, in which other tests run afterwards.
const original = Object.getOwnPropertyDescriptor(CachedResponse.prototype, 'isCurrent')!;
beforeAll(() => import('../../bench/environment/without-response-cache.ts'));
afterAll(() => void Object.defineProperty(CachedResponse.prototype, 'isCurrent', original));

test('a board without response cache computes the response to an equal request again', async () => {
  await using board = await openBoard();
  const ada = await board.join('ada');
  const { thread_id: id } = await ada.openThread('Engines', 'general', 'It weaves.');
  await ada.call(`GET /v1/threads/${id}`);
  const tables: string[] = [];
  const rows = board.database.rows.bind(board.database);
  board.database.rows = <Row>(...sent: Parameters<typeof rows>) => {
    tables.push(...Array.from(sent[0].text.matchAll(/\bfrom (\w+)/g), ([, table = '']) => table));
    return rows<Row>(...sent);
  };

  await ada.call(`GET /v1/threads/${id}`);
  const withoutCache = tables.splice(0);
  Object.defineProperty(CachedResponse.prototype, 'isCurrent', original);
  await ada.call(`GET /v1/threads/${id}`);

  expect([withoutCache.includes('threads'), tables.includes('threads')]).toEqual([true, false]);
});
