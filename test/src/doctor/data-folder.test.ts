// The checks of a data folder.
import fs, { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { readConfig } from '../../../src/config.ts';
import { checkDataFolder } from '../../../src/doctor/data-folder.ts';
import { PEPPER } from '../../support/processes/command-line.ts';
import { openFolder, type TestFolder } from '../../support/processes/data-folder.ts';

afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});

const [MIB, GIB] = [1024 ** 2, 1024 ** 3];

test.each([
  [200 * MIB - 1, 0, 'fail', 'free disk space: the database stops when there is none'],
  [200 * MIB, 0, 'warn', 'free disk space'],
  [GIB - 1, 0, 'warn', 'free disk space'],
  [GIB, 0, 'ok', undefined],
  [3 * GIB, 3 * GIB, 'ok', undefined],
  [
    ...([3 * GIB - 1, 3 * GIB, 'warn'] as const),
    'free disk space, or lower MIN_FREE_DISK_BYTES: below it the board is read-only',
  ],
])(
  'a disk with %i free bytes of the %i that writes need is reported as %s',
  async (free, needed, level, remedy) => {
    await using folder = await openFolder();
    vi.spyOn(fs, 'statfsSync').mockReturnValue({ bavail: free, bsize: 1 } as never);
    syncBuiltinESMExports();
    const config = readConfig({
      DATA_DIR: folder.data,
      KEY_PEPPER: PEPPER,
      MIN_FREE_DISK_BYTES: String(needed),
    });

    const disk = checkDataFolder(config, true).find(({ subject }) => subject === 'disk');

    expect([disk?.level, disk?.remedy]).toEqual([level, remedy]);
    expect(disk?.detail).toMatch(new RegExp(`^${Math.round(free / MIB)} MiB free at /`));
  },
);

describe('a data folder', () => {
  const check = (folder: TestFolder, hasPepper: boolean, settings = {}) =>
    checkDataFolder(
      readConfig({ DATA_DIR: folder.data, KEY_PEPPER: PEPPER, MIN_FREE_DISK_BYTES: '0', ...settings }),
      hasPepper,
    )
      .filter(({ subject }) => subject !== 'disk')
      .map(({ level, subject, detail }) => [level, subject, detail]);

  test('is checked for its mode and its pepper file, which may be missing if the pepper is configured, unless DATABASE_URL is set', async () => {
    await using folder = await openFolder();
    mkdirSync(join(folder.data, 'postgres'), { recursive: true });
    const file = join(folder.data, 'pepper');
    chmodSync(folder.data, 0o700);
    const [missing, configured] = [check(folder, false), check(folder, true)];
    writeFileSync(file, 'x'.repeat(31), { mode: 0o600 });
    const short = check(folder, true);
    writeFileSync(file, ` ${'x'.repeat(32)}\n`);
    const whole = check(folder, true);
    chmodSync(file, 0o640);
    chmodSync(folder.data, 0o710);
    const openToGroup = check(folder, true);
    chmodSync(file, 0o604);
    chmodSync(folder.data, 0o701);

    const ok = ['ok', 'data folder', `${folder.data}, mode 0700`];
    const accessFindings = (folderMode: string, fileMode: string) => [
      ['fail', 'data folder', `${folder.data} is accessible to other users (mode ${folderMode})`],
      ['warn', 'pepper file', `${file} is readable by other users (mode ${fileMode})`],
    ];
    expect([missing, configured, short, whole, openToGroup, check(folder, true)]).toEqual([
      [ok, ['fail', 'pepper file', `${file} does not exist`]],
      [ok],
      [ok, ['fail', 'pepper file', `${file} is damaged`]],
      [ok],
      accessFindings('0710', '0640'),
      accessFindings('0701', '0604'),
    ]);
    expect(check(folder, true, { DATABASE_URL: 'postgresql://a' })).toEqual([]);
  });

  test('that is a file is reported, and so is a pepper that is a folder', async () => {
    await using folder = await openFolder();
    mkdirSync(join(folder.data, 'postgres'), { recursive: true });
    const file = join(folder.data, 'pepper');
    mkdirSync(file);

    expect(check(folder, true).at(-1)).toEqual(['fail', 'pepper file', `${file} is damaged`]);
    rmSync(folder.data, { recursive: true });
    writeFileSync(folder.data, '');
    expect(check(folder, true)).toEqual([['fail', 'data folder', `${folder.data} is not a folder`]]);
  });
});
