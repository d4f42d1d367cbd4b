// Each setting on both sides of its bounds.
import { describe, expect, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { RATE_LIMITS } from '../../schema/rate-limit-buckets.ts';

const BASE = {
  DATABASE_URL: 'postgresql://db.test/board',
  KEY_PEPPER: 'a pepper for tests that is long enough',
};

/** The value of a setting, or `refused`. */
function read(name: string, value: string | undefined): unknown {
  try {
    return (readConfig({ ...BASE, [name]: value }) as unknown as Record<string, unknown>)[name];
  } catch {
    return 'refused';
  }
}

test.each<[string, number, number, number | undefined]>([
  ['PORT', 1, 65_535, 4000],
  ['SITE_PORT', 1, 65_535, 4001],
  ['METRICS_PORT', 1, 65_535, undefined],
  ['REPLICA_MAX_LAG_MS', 100, 60_000, 2000],
  ['GRAPHQL_MAX_ANSWER_BYTES', 65_536, 67_108_864, 8_388_608],
  ['INQUIRY_CLAIM_SECONDS', 1, 86_400, 1800],
  ['INBOX_DAYS', 1, 3650, 90],
  ['CHALLENGE_DIFFICULTY', 1, 32, 16],
  ['CHALLENGE_SPIKE_DIFFICULTY', 1, 32, 20],
  ['MAX_BODY_BYTES', 1024, 16_777_216, 65_536],
  ['MIN_FREE_DISK_BYTES', 0, 1_099_511_627_776, 536_870_912],
  ['WORKERS', 1, 64, 1],
  ['MAX_IN_FLIGHT', 1, 100_000, 2000],
  ['MAX_WAITING', 0, 100_000, 2000],
  ['MAX_WAITING_PER_CALLER', 0, 1000, 5],
])('%s is a number from %i to %i, by default %s', (name, min, max, byDefault) => {
  const values = [min - 1, min, max, max + 1].map((value) => read(name, String(value)));

  expect([read(name, undefined), ...values]).toEqual([byDefault, 'refused', min, max, 'refused']);
});

test.each(Object.entries(RATE_LIMITS))(
  'the limit %s is the value of its variable, at most a million',
  (bucket, { variable }) => {
    const limitOf = (value: string) =>
      readConfig({ ...BASE, [variable]: value }).limits[bucket as keyof typeof RATE_LIMITS];

    expect([limitOf('0'), limitOf('7'), limitOf('1000000'), read(variable, '1000001')]).toEqual([
      0,
      7,
      1_000_000,
      'refused',
    ]);
  },
);

test.each<[string, unknown, readonly string[], readonly string[]]>([
  ['HOST', '127.0.0.1', ['::', '0.0.0.0'], []],
  ['DATA_DIR', './data', ['/data'], []],
  ['GRAPHQL_TRUSTED_ONLY', 'off', ['on', 'off'], ['yes', 'ON']],
  ['WEBHOOKS', 'on', ['on', 'off', 'loopback'], ['none']],
  ['CHALLENGE_MODE', 'off', ['off', 'auto', 'on'], ['yes']],
  ['ACCESS_LOG', 'off', ['on', 'off'], ['true']],
  ['LOG_LEVEL', 'info', ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], ['off']],
  ['OPERATOR_NAME', 'The board’s operator', ['x', 'x'.repeat(120)], ['x'.repeat(121), 'a\u0000b']],
  [
    'OPERATOR_CONTACT',
    'http://localhost:4001',
    ['mailto:a@b', 'https://a', 'http://a/b', 'tel:+49-30', 'tel:1'],
    ['mailto:a', 'mailto:a@b@c', 'a@b', 'https://', 'tel:+a', 'https://a b', 'xmailto:a@b'],
  ],
  ['KEY_PEPPER', 'refused', ['x'.repeat(32)], ['x'.repeat(31)]],
  [
    'OPERATOR_TOKEN',
    undefined,
    [`sba_${'x'.repeat(32)}`, `sba_${'A-_9'.repeat(9)}`],
    [`sba_${'x'.repeat(31)}`, `sbk_${'x'.repeat(32)}`, `sba_${'x'.repeat(32)}!`],
  ],
])(
  '%s is %j by default, also if the variable is empty, and accepts only valid values',
  (name, byDefault, accepted, refused) => {
    expect([read(name, undefined), read(name, '')]).toEqual([byDefault, byDefault]);
    expect(accepted.map((value) => read(name, value))).toEqual(accepted);
    expect(refused.map((value) => read(name, value))).toEqual(refused.map(() => 'refused'));
  },
);

test.each<[string, string, unknown]>([
  ['BASE_URL', 'https://a.test', 'https://a.test'],
  ['BASE_URL', 'https://a.test//', 'https://a.test'],
  ['BASE_URL', 'http://a.test/board/', 'http://a.test/board'],
  // Headers have ASCII only: the host is in Punycode, the path is percent-encoded.
  ['SITE_URL', 'https://доска.example/über', 'https://xn--80ahspp.example/%C3%BCber'],
  ['BASE_URL', 'https://a.test/<b>', 'https://a.test/%3Cb%3E'],
  ['BASE_URL', 'https://a.test:8443/@board', 'https://a.test:8443/@board'],
  ['SITE_URL', 'ws://a.test', 'refused'],
  ['BASE_URL', 'https://a.test?', 'refused'],
  ['BASE_URL', 'https://a.test/#', 'refused'],
  ['SITE_URL', 'https://a.test/b#c', 'refused'],
  ['BASE_URL', 'https://ada:secret@a.test', 'refused'],
  ['BASE_URL', 'https://ada@a.test/', 'refused'],
  ['DATABASE_URL', 'postgres://a/b', 'postgres://a/b'],
  ['DATABASE_URL', 'http://a', 'refused'],
  ['DATABASE_URL', 'xpostgres://a', 'refused'],
  ['DATABASE_READ_URLS', ' postgresql://a/b, ,postgres://c/d ', ['postgresql://a/b', 'postgres://c/d']],
  ['TRUSTED_PROXIES', ' 10.0.0.0/8 ,, ::1/128,192.0.2.1', ['10.0.0.0/8', '::1/128', '192.0.2.1']],
  ['TRUSTED_PROXIES', '10.0.0.0/32', ['10.0.0.0/32']],
  ['TRUSTED_PROXIES', '10.0.0.0/33', 'refused'],
  ['TRUSTED_PROXIES', '::/129', 'refused'],
  ['TRUSTED_PROXIES', '10.0.0.0/', 'refused'],
  ['TRUSTED_PROXIES', '10.0.0.1/8x', 'refused'],
])('%s=%s is read as %j', (name, value, expected) => {
  expect(read(name, value)).toEqual(expected);
});

describe('the public URLs', () => {
  const urlsOf = (settings: Readonly<Record<string, string>>) => {
    const { BASE_URL, SITE_URL, OPERATOR_CONTACT, loopbackUrls } = readConfig({ ...BASE, ...settings });
    return { BASE_URL, SITE_URL, OPERATOR_CONTACT, loopbackUrls };
  };

  test('have the configured ports and `localhost`, or the loopback address that the client uses instead of it', () => {
    expect(urlsOf({ PORT: '5000', SITE_PORT: '5001' })).toEqual({
      BASE_URL: 'http://localhost:5000',
      SITE_URL: 'http://localhost:5001',
      OPERATOR_CONTACT: 'http://localhost:5001',
      loopbackUrls: Object.fromEntries(
        ['127.0.0.1', '[::1]'].map((host) => [
          host,
          {
            BASE_URL: `http://${host}:5000`,
            SITE_URL: `http://${host}:5001`,
            OPERATOR_CONTACT: `http://${host}:5001`,
          },
        ]),
      ),
    });
  });

  test('name the site as the contact of an operator who has configured none', () => {
    const contactOf = (settings: Readonly<Record<string, string>>) => urlsOf(settings).OPERATOR_CONTACT;

    expect([
      contactOf({ BASE_URL: 'https://a' }),
      contactOf({ BASE_URL: 'https://a', SITE_URL: 'https://s' }),
    ]).toEqual(['http://localhost:4001', 'https://s']);
  });

  test('are the configured ones; if BASE_URL is configured, clients that use a loopback address get no others', () => {
    expect(urlsOf({ BASE_URL: 'https://a', OPERATOR_CONTACT: 'tel:1' })).toEqual({
      BASE_URL: 'https://a',
      SITE_URL: 'http://localhost:4001',
      OPERATOR_CONTACT: 'tel:1',
      loopbackUrls: {},
    });
    expect(urlsOf({ SITE_URL: 'https://s', OPERATOR_CONTACT: 'tel:1' }).loopbackUrls['127.0.0.1']).toEqual({
      BASE_URL: 'http://127.0.0.1:4000',
      SITE_URL: 'https://s',
      OPERATOR_CONTACT: 'tel:1',
    });
  });
});
