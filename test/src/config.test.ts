import { chmod, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openEmbedded } from '../../prisma/postgres/embedded.ts';
import { readConfig } from '../../src/config.ts';
import { type TestFolder, openFolder } from '../support/processes/data-folder.ts';

const PEPPER = 'a pepper for tests that is long enough';
const EXTERNAL_DATABASE = { DATABASE_URL: 'postgresql://db.test/board', KEY_PEPPER: PEPPER };

const readError = (read: () => unknown): string => {
  try {
    read();
    return 'none';
  } catch (error) {
    return (error as Error).message;
  }
};

const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);

describe('the configuration', () => {
  test('has defaults, such as the loopback address for HOST', () => {
    const config = readConfig(EXTERNAL_DATABASE);

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
      MAX_WAITING: 2000,
      MAX_WAITING_PER_CALLER: 5,
      LOG_LEVEL: 'info',
    });
    expect([config.REDIS_URL, config.OPERATOR_TOKEN]).toEqual([undefined, undefined]);
  });

  test('has the default rate limits if none is set', () => {
    const { limits } = readConfig(EXTERNAL_DATABASE);

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

  test('treats an empty variable as unset', () => {
    const config = readConfig({ ...EXTERNAL_DATABASE, PORT: '', BASE_URL: '', OPERATOR_TOKEN: '' });

    expect([config.PORT, config.BASE_URL, config.OPERATOR_TOKEN]).toEqual([
      4000,
      'http://localhost:4000',
      undefined,
    ]);
  });

  test('derives the public URLs from the ports and drops a trailing slash', () => {
    const config = readConfig({ ...EXTERNAL_DATABASE, PORT: '8080', SITE_URL: 'https://people.test/' });

    expect([config.BASE_URL, config.SITE_URL]).toEqual(['http://localhost:8080', 'https://people.test']);
    expect(config.OPERATOR_CONTACT).toBe('https://people.test');
    const contact = { SITE_URL: 'https://people.test', OPERATOR_CONTACT: 'mailto:board@people.test' };
    expect(readConfig({ ...EXTERNAL_DATABASE, ...contact }).OPERATOR_CONTACT).toBe(
      'mailto:board@people.test',
    );
  });

  test('prefers the protocol for traces to the general protocol of OpenTelemetry', () => {
    const protocols = {
      OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc',
      OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'http/json',
    };

    expect(readConfig({ ...EXTERNAL_DATABASE, ...protocols }).traceProtocol).toBe('http/json');
  });

  test.each([
    [{}, null],
    [{ OTEL_SERVICE_NAME: 'board' }, 'http/protobuf'],
    [{ OTEL_SERVICE_NAME: 'board', OTEL_SDK_DISABLED: 'false' }, 'http/protobuf'],
    [{ OTEL_SERVICE_NAME: 'board', OTEL_SDK_DISABLED: 'true' }, null],
    [{ OTEL_SERVICE_NAME: 'board', OTEL_SDK_DISABLED: 'TRUE' }, null],
    [{ OTEL_TRACES_EXPORTER: 'otlp' }, 'http/protobuf'],
    [{ OTEL_TRACES_EXPORTER: 'none' }, null],
  ])('reads from %j the protocol of traces: %s', (variables, protocol) => {
    expect(readConfig({ ...EXTERNAL_DATABASE, ...variables }).traceProtocol).toBe(protocol);
  });

  test('accepts IPv4 and IPv6 addresses and CIDRs as proxies', () => {
    const config = readConfig({ ...EXTERNAL_DATABASE, TRUSTED_PROXIES: '10.0.0.0/8, ::1,192.0.2.7' });

    expect(config.TRUSTED_PROXIES).toEqual(['10.0.0.0/8', '::1', '192.0.2.7']);
  });

  test('has a worker for each processor with WORKERS=auto', () => {
    const readWorkers = (WORKERS: string) => readConfig({ ...EXTERNAL_DATABASE, WORKERS }).WORKERS;

    expect([readWorkers(''), readWorkers('3'), readWorkers('auto')]).toEqual([1, 3, availableParallelism()]);
  });

  test('ignores variables that it does not define', () => {
    expect(readError(() => readConfig({ ...EXTERNAL_DATABASE, HOME: '/home/ada', PORT_X: 'abc' }))).toBe(
      'none',
    );
  });
});

describe('an invalid setting is reported in one line:', () => {
  test.each([
    ['PORT', 'abc', 'Must be a whole number from 1 to 65535'],
    ['PORT', '0', 'Must be a whole number from 1 to 65535'],
    ['SITE_PORT', '65536', 'Must be a whole number from 1 to 65535'],
    ['PORT', '0x1F90', 'Must be a whole number from 1 to 65535'],
    ['PORT', '4e3', 'Must be a whole number from 1 to 65535'],
    ['LIMIT_ANON', '-1', 'Must be a whole number from 0 to 1000000'],
    ['LIMIT_CREATOR', '1.5', 'Must be a whole number from 0 to 1000000'],
    ['MAX_BODY_BYTES', '12', 'Must be a whole number from 1024 to 16777216'],
    ['WORKERS', 'many', 'Must be auto or a whole number from 1 to 64'],
    ['MAX_IN_FLIGHT', '0', 'Must be a whole number from 1 to 100000'],
    ['INQUIRY_CLAIM_SECONDS', '0', 'Must be a whole number from 1 to 86400'],
    ['CHALLENGE_DIFFICULTY', '33', 'Must be a whole number from 1 to 32'],
    ['CHALLENGE_MODE', 'ON', 'Must be one of off, auto, on'],
    ['LOG_LEVEL', 'loud', 'Must be one of trace, debug, info, warn, error, fatal, silent'],
    ['BASE_URL', 'board.test', 'Must be an http or https URL'],
    ['SITE_URL', 'ftp://people.test', 'Must be an http or https URL'],
    ['BASE_URL', 'https://board.test/?a=b', 'Must not have a user name, a password, a query or a fragment'],
    ['OPERATOR_NAME', 'one\ntwo', 'Must be one line of at most 120 characters'],
    ['OPERATOR_CONTACT', 'board@people.test', 'Must be a mailto:, http:, https: or tel: URL'],
    ['OPERATOR_CONTACT', 'mailto:a@b\nCanonical: x', 'Must be a mailto:, http:, https: or tel: URL'],
    ['DATABASE_URL', 'mysql://db.test/board', 'Must be a postgresql:// URL'],
    ['DATABASE_POOLER', 'session', 'Must be transaction'],
    ['DATABASE_READ_URLS', 'postgresql://a/b,http://a', 'Must be a postgresql:// URL'],
    ['REPLICA_MAX_LAG_MS', '99', 'Must be a whole number from 100 to 60000'],
    ['DATABASE_DIRECT_URL', 'db.test', 'Must be a postgresql:// URL'],
    [
      'REDIS_URL',
      'http://redis.test',
      'Must be a redis:// URL, or redis+sentinel://host:port,host:port/name, with % written as %25',
    ],
    [
      'REDIS_URL',
      'redis+sentinel://a:26379,b:26379',
      'Must be a redis:// URL, or redis+sentinel://host:port,host:port/name, with % written as %25',
    ],
    [
      'REDIS_URL',
      'redis://:50%@redis.test',
      'Must be a redis:// URL, or redis+sentinel://host:port,host:port/name, with % written as %25',
    ],
    ['TRUSTED_PROXIES', '10.0.0.0/33', 'Must be a comma-separated list of CIDRs'],
    ['TRUSTED_PROXIES', '10.0.0.0/8/9', 'Must be a comma-separated list of CIDRs'],
    ['TRUSTED_PROXIES', 'proxy.test', 'Must be a comma-separated list of CIDRs'],
    ['TRUSTED_PROXIES', '10.0.0.1,0.0.0.0/0', 'Must not contain prefix 0, which trusts all addresses'],
    ['TRUSTED_PROXIES', '::/0', 'Must not contain prefix 0, which trusts all addresses'],
  ])('%s=%s', (name, value, message) => {
    expect(readError(() => readConfig({ ...EXTERNAL_DATABASE, [name]: value }))).toBe(`${name}: ${message}`);
  });

  test.each([
    ['KEY_PEPPER', 'too short to keep a secret'],
    ['OPERATOR_TOKEN', 'sba_too-short-to-keep'],
    ['DATABASE_URL', 'postgres//ada:secret@db.test'],
    ['DATABASE_DIRECT_URL', 'postgres//ada:secret@db.test'],
  ])('%s, without its value, which may be secret', (name, value) => {
    const message = readError(() => readConfig({ ...EXTERNAL_DATABASE, [name]: value }));

    expect(message).toMatch(new RegExp(`^${name}: .+$`));
    expect(message).not.toContain(value);
  });

  test('KEY_PEPPER, if it is missing while DATABASE_URL is set', () => {
    const message = readError(() => readConfig({ DATABASE_URL: EXTERNAL_DATABASE.DATABASE_URL }));

    expect(message).toBe('KEY_PEPPER: is required with DATABASE_URL');
  });

  test('DATABASE_URL, if it is missing while DATABASE_READ_URLS is set', () => {
    expect(() => readConfig({ DATABASE_READ_URLS: 'postgresql://a/b', KEY_PEPPER: PEPPER })).toThrow(
      'DATABASE_URL: is required with DATABASE_READ_URLS, as the URL of the primary',
    );
  });

  test('DATABASE_DIRECT_URL or DATABASE_URL, if one is missing while DATABASE_POOLER is set', () => {
    const pooler = { DATABASE_POOLER: 'transaction', KEY_PEPPER: PEPPER };

    const messages = [EXTERNAL_DATABASE, { DATABASE_DIRECT_URL: 'postgresql://db.test/board' }].map((urls) =>
      readError(() => readConfig({ ...pooler, ...urls })),
    );

    expect(messages).toEqual([
      'DATABASE_DIRECT_URL: is required with DATABASE_POOLER, as the URL of the server without the pooler',
      'DATABASE_URL: is required with DATABASE_POOLER, as the URL of the pooler',
    ]);
  });

  test('PORT and SITE_PORT, if they are equal', () => {
    const message = readError(() => readConfig({ ...EXTERNAL_DATABASE, PORT: '4001' }));

    expect(message).toBe('SITE_PORT: Must differ from PORT');
  });

  test.each(['4000', '4001'])('METRICS_PORT, if another listener has it: %s', (port) => {
    const message = readError(() => readConfig({ ...EXTERNAL_DATABASE, METRICS_PORT: port }));

    expect(message).toBe('METRICS_PORT: Must differ from PORT and SITE_PORT');
  });
});

describe('the pepper of an embedded board', () => {
  const pepperOf = (folder: TestFolder) => readConfig({ DATA_DIR: folder.data }).KEY_PEPPER;

  test('is created once, in a file that only its owner can read', async () => {
    await using folder = await openFolder();

    const pepper = pepperOf(folder);

    expect(pepper.length).toBeGreaterThanOrEqual(32);
    expect(pepperOf(folder)).toBe(pepper);
    expect(await readFile(join(folder.data, 'pepper'), 'utf8')).toBe(pepper);
    expect([await modeOf(folder.data), await modeOf(join(folder.data, 'pepper'))]).toEqual(['700', '600']);
  });

  test('is the configured one, if there is one', async () => {
    await using folder = await openFolder();

    const config = readConfig({ DATA_DIR: folder.data, KEY_PEPPER: PEPPER });

    expect(config.KEY_PEPPER).toBe(PEPPER);
  });

  test('is not replaced if its file is truncated: every key would become invalid', async () => {
    await using folder = await openFolder();
    pepperOf(folder);
    await writeFile(join(folder.data, 'pepper'), '');

    const message = readError(() => pepperOf(folder));

    expect(message).toMatch(/^DATA_DIR .* contains a damaged pepper/);
  });

  test('is not created for an existing database, which was used with another pepper', async () => {
    await using folder = await openFolder();
    readConfig({ DATA_DIR: folder.data, KEY_PEPPER: PEPPER });
    await mkdir(join(folder.data, 'postgres'), { recursive: true });

    const message = readError(() => pepperOf(folder));

    expect(message).toMatch(/^DATA_DIR .*set KEY_PEPPER/);
  });

  test('is not created in a folder that other users can read and that has other files, and the mode of the folder stays', async () => {
    await using folder = await openFolder(0o755);
    await writeFile(join(folder.path, 'thesis.txt'), 'mine');

    const message = readError(() => readConfig({ DATA_DIR: folder.path }));

    expect(message).toMatch(/^DATA_DIR .* is accessible to other users and contains other files/);
    expect(await modeOf(folder.path)).toBe('755');
    await expect(stat(join(folder.path, 'pepper'))).rejects.toThrow('ENOENT');
  });

  test('is created in an existing empty folder, which is private once the database has started', async () => {
    await using folder = await openFolder();
    await mkdir(folder.data);
    await chmod(folder.data, 0o755);

    pepperOf(folder);
    await (await openEmbedded(folder.data)).close();

    expect(await modeOf(folder.data)).toBe('700');
  });

  test('leads to a one-line error if DATA_DIR cannot be created', async () => {
    await using folder = await openFolder();
    await writeFile(folder.data, 'a file');

    const message = readError(() => pepperOf(folder));

    expect(message).toMatch(/^DATA_DIR: /);
    expect(message).not.toContain('\n');
  });
});
