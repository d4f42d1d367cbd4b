import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createProxyReporter, findProxyProblem, warnOfUntrustedProxy } from '../../src/untrusted-proxies.ts';
import { createLogger } from '../../src/logger.ts';
import { readConfig } from '../../src/config.ts';
import { DAY_MS } from '../../schema/values/durations.ts';
import { openBoard } from '../support/board/board.ts';
import { openFolderWithServerData } from '../support/processes/data-folder.ts';
import { openBoardProcess } from '../support/processes/board-process.ts';

const createConfig = (env: Readonly<Record<string, string>>) =>
  readConfig({
    DATABASE_URL: 'postgresql://unused',
    KEY_PEPPER: 'a pepper that is long enough for it',
    ...env,
  });

describe('a configuration', () => {
  test.each([
    ['BASE_URL', { BASE_URL: 'https://board.test' }],
    ['SITE_URL', { BASE_URL: 'http://board.test', SITE_URL: 'https://site.test' }],
  ])('with an https %s and no trusted proxy gets a warning', (variable, env) => {
    const warning = findProxyProblem(createConfig(env));

    expect(warning?.detail).toMatch(
      `${variable} is https, which implies a proxy, and TRUSTED_PROXIES is empty`,
    );
    expect(warning?.remedy).toContain('set TRUSTED_PROXIES');
  });

  test.each([
    ['with the default URLs', {}],
    [
      'with an https URL and a trusted proxy',
      { BASE_URL: 'https://board.test', TRUSTED_PROXIES: '10.0.0.1' },
    ],
  ])('%s gets no warning', (_case, env) => {
    expect(findProxyProblem(createConfig(env))).toBeNull();
  });

  test('that implies an untrusted proxy is reported in one line of the log', () => {
    const lines: string[] = [];
    const log = createLogger('warn', (line) => lines.push(line));
    warnOfUntrustedProxy(createConfig({}), log);
    warnOfUntrustedProxy(createConfig({ BASE_URL: 'https://board.test' }), log);

    expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual([
      'BASE_URL is https, which implies a proxy, and TRUSTED_PROXIES is empty: all callers behind the proxy count as one ' +
        'address for rate limits and failed sign-ins: set TRUSTED_PROXIES to the addresses that the proxy connects from',
    ]);
  });
});

describe('X-Forwarded-For', () => {
  test('from an untrusted peer is logged once, with its address and the variable to set', async () => {
    await using board = await openBoard({ TRUSTED_PROXIES: '10.0.0.0/8' });
    const callFrom = (address: string) =>
      board.call('GET /healthz', { address, headers: { 'X-Forwarded-For': '203.0.113.9' } });

    await callFrom('192.0.2.1');
    await callFrom('192.0.2.1');
    await callFrom('10.0.0.1');

    const lines = board.log.filter((line) => line.includes('X-Forwarded-For'));
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      level: 40,
      peer: '192.0.2.1',
      msg: expect.stringContaining('192.0.2.1 is not in TRUSTED_PROXIES') as string,
    });
  });

  test('from several addresses of an IPv6 network is logged once for the network', () => {
    const lines: string[] = [];
    const report = createProxyReporter(createLogger('info', (line) => void lines.push(line)));

    for (const peer of ['2001:db8::1', '2001:db8::2', '2001:db8:0:1::1']) report(peer);

    expect(lines.map((line) => JSON.parse(line).peer)).toEqual(['2001:db8::1', '2001:db8:0:1::1']);
  });

  test('from many peers is logged at most 10 times a day', () => {
    const lines: string[] = [];
    const report = createProxyReporter(createLogger('info', (line) => void lines.push(line)));

    for (let i = 0; i < 200; i++) report(`192.0.2.${i}`);

    expect(lines).toHaveLength(10);
  });

  test('is logged again after a day, also if many peers were logged before', () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const lines: string[] = [];
    const report = createProxyReporter(createLogger('info', (line) => void lines.push(line)));
    for (let i = 0; i < 20; i++) report(`192.0.2.${i}`);

    vi.advanceTimersByTime(DAY_MS - 1);
    report('198.51.100.1');
    vi.advanceTimersByTime(1);
    report('198.51.100.1');

    expect(lines.map((line) => JSON.parse(line).peer).slice(10)).toEqual(['198.51.100.1']);
  });
});

test('a start with an https URL and no trusted proxy logs a warning', async () => {
  await using folder = await openFolderWithServerData();
  await using board = await openBoardProcess(folder.data, { settings: { BASE_URL: 'https://board.test' } });

  expect(board.output).toContain('BASE_URL is https, which implies a proxy, and TRUSTED_PROXIES is empty');
});
