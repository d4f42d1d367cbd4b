import { expect, test } from 'vitest';
import { readConfig } from '../../../src/config.ts';
import { checkReplicas } from '../../../src/doctor/replicas.ts';
import { openEmptyDatabase } from '../../support/database/database.ts';
import { PEPPER, databaseUrl } from '../../support/processes/command-line.ts';

const GONE = 'postgresql://board@127.0.0.1:1/board';
/** The parameter `host` replaces the host of the URL. */
const WITHOUT_SOCKET = 'postgresql://board@127.0.0.1:1/board?host=/nowhere';

const isGone = { level: 'fail', detail: expect.stringContaining('127.0.0.1:1 connect ECONNREFUSED') };

const check = (variables: Readonly<Record<string, string>>) =>
  checkReplicas(readConfig({ KEY_PEPPER: PEPPER, ...variables }));

test('doctor reports the URL of the only replica if it leads to the primary, and each URL that leads to no server', async () => {
  await using database = await openEmptyDatabase();
  const url = databaseUrl(database.connection);

  const findings = await Promise.all([
    check({ DATABASE_URL: url, DATABASE_READ_URLS: url }),
    check({ DATABASE_URL: url, DATABASE_READ_URLS: `${GONE},${WITHOUT_SOCKET}` }),
  ]);

  const noStandby = { level: 'fail', detail: expect.stringContaining('is no standby') };
  const hasNoSocket = {
    level: 'fail',
    detail: expect.stringMatching(/^\/nowhere connect ENOENT \/nowhere\//),
  };
  expect(findings).toMatchObject([[noStandby], [isGone, hasNoSocket]]);
});

test('one of several replicas may be the primary, also if DATABASE_URL is a pooler', async () => {
  await using database = await openEmptyDatabase();
  const url = databaseUrl(database.connection);
  const pooled = { DATABASE_URL: GONE, DATABASE_DIRECT_URL: url, DATABASE_POOLER: 'transaction' };

  const findings = await check({ ...pooled, DATABASE_READ_URLS: `${url},${GONE}` });

  const isPrimary = { level: 'ok', detail: expect.stringContaining('is the primary at present') };
  expect(findings).toMatchObject([isPrimary, isGone]);
});

test('doctor has no finding about replicas if there are none, or the primary cannot be reached', async () => {
  const findings = [
    await check({ DATABASE_URL: GONE }),
    await check({ DATABASE_URL: GONE, DATABASE_READ_URLS: GONE }),
  ];

  expect(findings).toEqual([[], []]);
});
