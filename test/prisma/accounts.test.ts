import { chown, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Account } from '../../prisma/postgres/account.ts';
import { copyClone } from '../support/clone.ts';
import { openFolder } from '../support/folder.ts';
import { startWriter } from '../support/processes.ts';

const isRoot = process.getuid?.() === 0;

/** Whom a start can be tried as: root may be anybody, others only themselves. */
const people: readonly (readonly [string, Account | undefined])[] = isRoot
  ? [
      ['root', undefined],
      ['a normal user', { uid: 65534, gid: 65534 }],
    ]
  : [['a normal user', undefined]];

test.each(people)(
  'a board started by %s from a home closed to others keeps its data',
  async (_who, account) => {
    // The way to the home is open, the home is not: whoever runs the server has to get in without a path.
    await using outside = await openFolder(0o755);
    const home = join(outside.path, 'home');
    await mkdir(home, { mode: 0o700 });
    const clone = await copyClone(home);
    if (account) await chown(home, account.uid, account.gid);
    const place = { clone, ...(account && { account }) };
    const data = join(home, 'data');

    for (const start of [1, 2]) {
      const writer = startWriter(data, place);
      await writer.wrote(5);
      writer.signal('SIGINT');
      await writer.ended();

      expect([start, await writer.complaint, writer.acknowledged.at(-1)]).toEqual([start, '', 'closed']);
    }
  },
);
