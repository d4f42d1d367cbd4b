import { existsSync, readFileSync, statfsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Config } from '../config.ts';
import { MIN_PEPPER_LENGTH } from '../pepper.ts';
import { type Finding, fail, ok, warn } from './finding.ts';

const MIB = 1024 ** 2;
const SCARCE = 1024 * MIB;
const NONE = 200 * MIB;

/** Looks at DATA_DIR and the disk it is on. Where the board has a server elsewhere, there is nothing to look at. */
export function checkDataFolder({ DATA_DIR, DATABASE_URL }: Config, hasPepper: boolean): readonly Finding[] {
  if (DATABASE_URL) return [];
  const home = resolve(DATA_DIR);
  const isThere = existsSync(join(home, 'postgres'));
  const findings = isThere
    ? [examineModes(home), ...examinePepper(home, hasPepper)]
    : [ok('data folder', `${home} has no board as yet; the first start makes it`)];
  return [...findings, examineRoom(home)];
}

const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8).padStart(4, '0');

function examineModes(home: string): Finding {
  if ((statSync(home).mode & 0o077) === 0) return ok('data folder', `${home}, mode ${modeOf(home)}`);
  return fail('data folder', `${home} is open to others (mode ${modeOf(home)})`, `chmod 0700 ${home}`);
}

function examinePepper(home: string, hasPepper: boolean): readonly Finding[] {
  const file = join(home, 'pepper');
  if (!existsSync(file)) {
    const remedy = 'put it back from a backup, or set KEY_PEPPER to what it was';
    return hasPepper ? [] : [fail('pepper file', `${file} is not there`, remedy)];
  }
  if (readFileSync(file, 'utf8').trim().length < MIN_PEPPER_LENGTH)
    return [fail('pepper file', `${file} is damaged`, 'put it back from a backup')];
  if ((statSync(file).mode & 0o077) === 0) return [];
  return [warn('pepper file', `${file} can be read by others (mode ${modeOf(file)})`, `chmod 0600 ${file}`)];
}

function examineRoom(home: string): Finding {
  let place = home;
  while (!existsSync(place)) place = dirname(place);
  const { bavail, bsize } = statfsSync(place);
  const free = bavail * bsize;
  const detail = `${Math.round(free / MIB)} MiB free at ${place}`;
  if (free < NONE) return fail('disk', detail, 'make room: without any the database stops');
  return free < SCARCE ? warn('disk', detail, 'make room before there is none') : ok('disk', detail);
}
