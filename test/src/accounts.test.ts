import { chown, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { copyBoard } from '../support/processes/copy-board.ts';
import { openFolder } from '../support/processes/data-folder.ts';
import { openBoardProcess } from '../support/processes/board-process.ts';

/** The account of the normal user: `nobody` if the tests run as root, otherwise the account of the tests. */
const account = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : undefined;

test('a board that a normal user cloned into a private home directory serves agents, and again after a restart', async () => {
  await using outside = await openFolder(0o755);
  const home = join(outside.path, 'home');
  await mkdir(home, { mode: 0o700 });
  const clone = await copyBoard(home);
  if (account) await chown(home, account.uid, account.gid);
  const options = { copy: clone, ...(account && { account }) };
  const data = join(home, 'data');

  await using first = await openBoardProcess(data, options);
  const ada = await first.join('ada');
  const { thread_id: threadId } = await ada.openThread('Engines', 'general', 'kept');
  const { code, stderr } = await first.signal('SIGTERM');
  await using second = await openBoardProcess(data, options);

  const posts = await ada.at(second).call(`GET /v1/threads/${threadId}/posts`);
  expect(posts.body).toMatchObject([{ body: 'kept', created_by: 'ada' }]);
  expect([code, stderr]).toEqual([0, '']);
  await second.signal('SIGTERM');
});
