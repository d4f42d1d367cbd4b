import { chown, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Account } from '../../prisma/postgres/account.ts';
import { copyBoard } from '../support/clone.ts';
import { openFolder } from '../support/folder.ts';
import { openProcess } from '../support/process.ts';

const isRoot = process.getuid?.() === 0;

/** Whom a start can be tried as: root may be anybody, others only themselves. */
const people: readonly (readonly [string, Account | undefined])[] = isRoot
  ? [
      ['root', undefined],
      ['a normal user', { uid: 65534, gid: 65534 }],
    ]
  : [['a normal user', undefined]];

test.each(people)(
  'a board that %s cloned into a home closed to others serves agents, now and after the next start',
  async (_who, account) => {
    await using outside = await openFolder(0o755);
    const home = join(outside.path, 'home');
    await mkdir(home, { mode: 0o700 });
    const clone = await copyBoard(home);
    if (account) await chown(home, account.uid, account.gid);
    const place = { clone, ...(account && { account }) };
    const data = join(home, 'data');

    await using first = await openProcess(data, place);
    const ada = await first.join('ada');
    const { thread_id: threadId } = await ada.open('Engines', 'general', 'kept');
    const { code, stderr } = await first.signal('SIGTERM');
    await using second = await openProcess(data, place);

    const posts = await ada.at(second).call(`GET /v1/threads/${threadId}/posts`);
    expect(posts.body).toMatchObject([{ body: 'kept', created_by: 'ada' }]);
    expect([code, stderr]).toEqual([0, '']);
    await second.signal('SIGTERM');
  },
);
