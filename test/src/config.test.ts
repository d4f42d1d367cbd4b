import { chmod, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openEmbedded } from '../../prisma/embedded.ts';
import { readConfig } from '../../src/config.ts';
import { type TestFolder, openFolder } from '../support/processes/data-folder.ts';

const PEPPER = 'a pepper for tests that is long enough';
const OWN_SERVER = { DATABASE_URL: 'postgresql://db.test/board', KEY_PEPPER: PEPPER };

const complaintOf = (read: () => unknown): string => {
  try {
    read();
    return 'none';
  } catch (error) {
    return (error as Error).message;
  }
};

const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);

describe('the configuration', () => {
  test('is that of a board for this machine alone, where nothing is set', () => {
    const config = readConfig(OWN_SERVER);

    expect(config).toMatchObject({
      HOST: '127.0.0.1',
      PORT: 4000,
      SITE_PORT: 4001,
      BASE_URL: 'http://localhost:4000',
      SITE_URL: 'http://localhost:4001',
      DATA_DIR: './data',
      TRUSTED_PROXIES: [],
      CHALLENGE_MODE: 'off',
      MAX_BODY_BYTES: 65_536,
      MAX_IN_FLIGHT: 2000,
      LOG_LEVEL: 'info',
    });
    expect([config.REDIS_URL, config.OPERATOR_TOKEN]).toEqual([undefined, undefined]);
  });

  test('has the limits of the policies, where nothing is set', () => {
    const { limits } = readConfig(OWN_SERVER);

    expect(limits).toEqual({
      anon: 10,
      'register-ip': 5,
      'register-global': 20,
      'key-first-hour': 30,
      'key-first-day': 60,
      'key-established': 120,
      'public-ip': 120,
      creator: 300,
      'graphql-points': 5000,
      'graphql-points-anon': 1000,
    });
  });

  test('takes a variable that is empty as one that is not set', () => {
    const config = readConfig({ ...OWN_SERVER, PORT: '', BASE_URL: '', OPERATOR_TOKEN: '' });

    expect([config.PORT, config.BASE_URL, config.OPERATOR_TOKEN]).toEqual([
      4000,
      'http://localhost:4000',
      undefined,
    ]);
  });

  test('lets the public addresses follow the ports, and drops the slash at their end', () => {
    const moved = readConfig({ ...OWN_SERVER, PORT: '8080', SITE_URL: 'https://people.test/' });

    expect([moved.BASE_URL, moved.SITE_URL]).toEqual(['http://localhost:8080', 'https://people.test']);
    expect(moved.OPERATOR_CONTACT).toBe('https://people.test');
  });

  test('reads proxies as addresses and CIDRs, of both families', () => {
    const config = readConfig({ ...OWN_SERVER, TRUSTED_PROXIES: '10.0.0.0/8, ::1,192.0.2.7' });

    expect(config.TRUSTED_PROXIES).toEqual(['10.0.0.0/8', '::1', '192.0.2.7']);
  });

  test('does not mind variables of others', () => {
    expect(complaintOf(() => readConfig({ ...OWN_SERVER, HOME: '/home/ada', PORT_X: 'abc' }))).toBe('none');
  });
});

describe('a wrong setting is named in one line', () => {
  test.each([
    ['PORT', 'abc', 'Must be a whole number from 1 to 65535'],
    ['PORT', '0', 'Must be a whole number from 1 to 65535'],
    ['SITE_PORT', '65536', 'Must be a whole number from 1 to 65535'],
    ['PORT', '0x1F90', 'Must be a whole number from 1 to 65535'],
    ['PORT', '4e3', 'Must be a whole number from 1 to 65535'],
    ['LIMIT_ANON', '-1', 'Must be a whole number from 0 to 1000000'],
    ['LIMIT_CREATOR', '1.5', 'Must be a whole number from 0 to 1000000'],
    ['MAX_BODY_BYTES', '12', 'Must be a whole number from 1024 to 16777216'],
    ['MAX_IN_FLIGHT', '0', 'Must be a whole number from 1 to 100000'],
    ['INQUIRY_CLAIM_SECONDS', '0', 'Must be a whole number from 1 to 86400'],
    ['CHALLENGE_DIFFICULTY', '33', 'Must be a whole number from 1 to 32'],
    ['CHALLENGE_MODE', 'ON', 'Must be one of off, auto, on'],
    ['LOG_LEVEL', 'loud', 'Must be one of trace, debug, info, warn, error, fatal, silent'],
    ['BASE_URL', 'board.test', 'Must be an http or https address'],
    ['SITE_URL', 'ftp://people.test', 'Must be an http or https address'],
    ['OPERATOR_NAME', 'one\ntwo', 'Must be one line of at most 120 characters'],
    ['OPERATOR_CONTACT', 'board@people.test', 'Must be a mailto:, https: or tel: address'],
    ['OPERATOR_CONTACT', 'mailto:a@b\nCanonical: x', 'Must be a mailto:, https: or tel: address'],
    ['DATABASE_URL', 'mysql://db.test/board', 'Must be a postgresql:// address'],
    ['REDIS_URL', 'http://redis.test', 'Must be a redis:// address'],
    ['TRUSTED_PROXIES', '10.0.0.0/33', 'Must be a comma-separated list of CIDRs'],
    ['TRUSTED_PROXIES', 'proxy.test', 'Must be a comma-separated list of CIDRs'],
  ])('%s=%s', (name, value, complaint) => {
    expect(complaintOf(() => readConfig({ ...OWN_SERVER, [name]: value }))).toBe(`${name}: ${complaint}`);
  });

  test.each([
    ['KEY_PEPPER', 'too short to keep a secret'],
    ['OPERATOR_TOKEN', 'sba_too-short-to-keep'],
    ['DATABASE_URL', 'postgres//ada:secret@db.test'],
  ])('%s, without repeating what may be secret', (name, value) => {
    const complaint = complaintOf(() => readConfig({ ...OWN_SERVER, [name]: value }));

    expect(complaint).toMatch(new RegExp(`^${name}: .+$`));
    expect(complaint).not.toContain(value);
  });

  test('KEY_PEPPER, where it is missing beside DATABASE_URL', () => {
    const complaint = complaintOf(() => readConfig({ DATABASE_URL: OWN_SERVER.DATABASE_URL }));

    expect(complaint).toBe('KEY_PEPPER: is required with DATABASE_URL');
  });

  test('PORT and SITE_PORT, where they are the same', () => {
    const complaint = complaintOf(() => readConfig({ ...OWN_SERVER, PORT: '4001' }));

    expect(complaint).toBe('SITE_PORT: Must differ from PORT');
  });
});

describe('the pepper of an embedded board', () => {
  const pepperOf = (folder: TestFolder) => readConfig({ DATA_DIR: folder.data }).KEY_PEPPER;

  test('is made once, and kept where only the board reads it', async () => {
    await using folder = await openFolder();

    const made = pepperOf(folder);

    expect(made.length).toBeGreaterThanOrEqual(32);
    expect(pepperOf(folder)).toBe(made);
    expect(await readFile(join(folder.data, 'pepper'), 'utf8')).toBe(made);
    expect([await modeOf(folder.data), await modeOf(join(folder.data, 'pepper'))]).toEqual(['700', '600']);
  });

  test('is the one that is configured, where one is', async () => {
    await using folder = await openFolder();

    const config = readConfig({ DATA_DIR: folder.data, KEY_PEPPER: PEPPER });

    expect(config.KEY_PEPPER).toBe(PEPPER);
  });

  test('is not made anew where the kept one was cut short: every key would be lost', async () => {
    await using folder = await openFolder();
    pepperOf(folder);
    await writeFile(join(folder.data, 'pepper'), '');

    const complaint = complaintOf(() => pepperOf(folder));

    expect(complaint).toMatch(/^DATA_DIR .* holds a damaged pepper/);
  });

  test('is not made for a database that was used with another one', async () => {
    await using folder = await openFolder();
    readConfig({ DATA_DIR: folder.data, KEY_PEPPER: PEPPER });
    await mkdir(join(folder.data, 'postgres'), { recursive: true });

    const complaint = complaintOf(() => pepperOf(folder));

    expect(complaint).toMatch(/^DATA_DIR .*set KEY_PEPPER/);
  });

  test('leaves a folder that holds other things as it is', async () => {
    await using folder = await openFolder(0o755);
    await writeFile(join(folder.path, 'thesis.txt'), 'mine');

    const complaint = complaintOf(() => readConfig({ DATA_DIR: folder.path }));

    expect(complaint).toMatch(/^DATA_DIR .* is accessible to other users and holds other files/);
    expect(await modeOf(folder.path)).toBe('755');
    await expect(stat(join(folder.path, 'pepper'))).rejects.toThrow('ENOENT');
  });

  test('and its database take a folder that was made for them beforehand, and close it', async () => {
    await using folder = await openFolder();
    await mkdir(folder.data);
    await chmod(folder.data, 0o755);

    pepperOf(folder);
    await (await openEmbedded(folder.data)).close();

    expect(await modeOf(folder.data)).toBe('700');
  });

  test('has no place in a DATA_DIR that cannot be made', async () => {
    await using folder = await openFolder();
    await writeFile(folder.data, 'a file');

    const complaint = complaintOf(() => pepperOf(folder));

    expect(complaint).toMatch(/^DATA_DIR: /);
    expect(complaint).not.toContain('\n');
  });
});
