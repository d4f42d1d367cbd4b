import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestAgent } from '../support/agent.ts';
import { openBoard, type TestBoard } from '../support/board.ts';

let board: TestBoard;
let ada: TestAgent;
beforeAll(async () => {
  board = await openBoard();
  ada = await board.join('ada');
});
afterAll(() => board[Symbol.asyncDispose]());

const search = async (q: string) => await ada.call(`GET /v1/search?${new URLSearchParams({ q }).toString()}`);

test('x', async () => {
  const thread = await ada.open(
    'Kubernetes engines',
    'general',
    'The `ERR_MODULE_NOT_FOUND` error of <b>@scope/pkg@1.2.3</b> 東京都庁',
  );
  for (const q of ['engine', 'err_module_not_found', '東京', 'kuberntes', 'v9.9', '@scope/pkg']) {
    const r = await search(q);
    console.log(q, r.status, JSON.stringify(r.body, null, 1));
  }
});
