import { existsSync, statfsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Config } from '../config.ts';
import { MIN_PEPPER_LENGTH, readPepper } from '../pepper.ts';
import { isUnreadableFile, isUnreadableFolder, RUN_AS_OWNER } from './access.ts';
import { type Finding, fail, ok, warn } from './finding.ts';

const MIB = 1024 ** 2;
const WARN_BELOW_BYTES = 1024 * MIB;
const FAIL_BELOW_BYTES = 200 * MIB;

/** Checks DATA_DIR and its disk. Returns no findings if DATABASE_URL is set. */
export function checkDataFolder(config: Config, hasPepper: boolean): readonly Finding[] {
  if (config.DATABASE_URL) return [];
  const folder = resolve(config.DATA_DIR);
  if (existsSync(folder) && !statSync(folder).isDirectory())
    return [fail('data folder', `${folder} is not a folder`, 'set DATA_DIR to a folder')];
  if (isUnreadableFolder(folder))
    return [fail('data folder', `${folder} is not readable by this user`, RUN_AS_OWNER)];
  const findings = existsSync(join(folder, 'postgres'))
    ? [checkMode(folder), ...checkPepper(folder, hasPepper)]
    : [ok('data folder', `${folder} contains no database yet; the first start creates it`)];
  return [...findings, checkDisk(folder, config.MIN_FREE_DISK_BYTES)];
}

const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8).padStart(4, '0');

function checkMode(folder: string): Finding {
  if ((statSync(folder).mode & 0o077) === 0) return ok('data folder', `${folder}, mode ${modeOf(folder)}`);
  return fail(
    'data folder',
    `${folder} is accessible to other users (mode ${modeOf(folder)})`,
    `chmod 0700 ${folder}`,
  );
}

function checkPepper(folder: string, hasPepper: boolean): readonly Finding[] {
  const file = join(folder, 'pepper');
  if (!existsSync(file)) {
    const remedy = 'restore it from a backup, or set KEY_PEPPER to its content';
    return hasPepper ? [] : [fail('pepper file', `${file} does not exist`, remedy)];
  }
  if (isUnreadableFile(file))
    return [fail('pepper file', `${file} is not readable by this user`, RUN_AS_OWNER)];
  if (readPepper(file).length < MIN_PEPPER_LENGTH)
    return [fail('pepper file', `${file} is damaged`, 'restore it from a backup')];
  if ((statSync(file).mode & 0o077) === 0) return [];
  return [
    warn('pepper file', `${file} is readable by other users (mode ${modeOf(file)})`, `chmod 0600 ${file}`),
  ];
}

function checkDisk(folder: string, minFreeBytes: number): Finding {
  let existingFolder = folder;
  while (!existsSync(existingFolder)) existingFolder = dirname(existingFolder);
  const { bavail, bsize } = statfsSync(existingFolder);
  const freeBytes = bavail * bsize;
  const detail = `${Math.round(freeBytes / MIB)} MiB free at ${existingFolder}`;
  if (freeBytes < FAIL_BELOW_BYTES)
    return fail('disk', detail, 'free disk space: the database stops when there is none');
  if (freeBytes < minFreeBytes)
    return warn(
      'disk',
      detail,
      'free disk space, or lower MIN_FREE_DISK_BYTES: below it the board is read-only',
    );
  return freeBytes < WARN_BELOW_BYTES ? warn('disk', detail, 'free disk space') : ok('disk', detail);
}
