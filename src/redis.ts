import type { CommonRedisOptions, Redis, SentinelConnectionOptions } from 'ioredis';

const CREDENTIALS = String.raw`(?<username>(?:[^%:@/]|%[\da-f]{2})*):(?<password>(?:[^%@/]|%[\da-f]{2})*)`;
const ADDRESS = String.raw`[\w.-]+:\d{1,5}`;

/** `redis+sentinel://user:password@host:port,host:port/name`: Sentinels, and the name of the master that they watch. */
const SENTINEL_URL = new RegExp(
  String.raw`^redis\+sentinel://(?:${CREDENTIALS}@)?(?<addresses>${ADDRESS}(?:,${ADDRESS})*)/(?<name>[\w.-]+)$`,
  'i',
);

const SERVER_URL = /^rediss?:\/\/[^\s/]/;

/** Whether this is the URL of a Redis server, or of Sentinels, whose user and password can be decoded. */
export function isRedisUrl(url: string): boolean {
  const credentials = SENTINEL_URL.exec(url)?.groups ?? (SERVER_URL.test(url) ? URL.parse(url) : null);
  return credentials !== null && [credentials.username, credentials.password].every(isPercentEncoded);
}

function isPercentEncoded(text = ''): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

type Options = Omit<CommonRedisOptions, 'replyMapping'> &
  Pick<SentinelConnectionOptions, 'sentinelRetryStrategy'>;

/** Pause before the client queries all Sentinels again. */
const SENTINEL_RETRY_MS = 500;

/** How long the client waits for the response of a Sentinel before it queries the next one. */
const SENTINEL_TIMEOUT_MS = 1000;

/**
 * A master that has become a replica keeps its connections for a moment, but refuses writes. The errors of scripts contain this
 * code; before Redis 7 they begin with another one.
 */
const reconnectOnError = ({ message }: Error): boolean => message.includes('READONLY');

/** Opens a client of a server, or of the master that Sentinels name. The client queries them again before it reconnects. */
export async function openRedis(url: string, options: Options): Promise<Redis> {
  const { Redis } = await import('ioredis');
  const { addresses, name, username, password } = SENTINEL_URL.exec(url)?.groups ?? {};
  if (addresses === undefined || name === undefined) return new Redis(url, { reconnectOnError, ...options });
  return new Redis({
    ...{ name, sentinels: addresses.split(',').map(toAddress) },
    ...(username && { username: decodeURIComponent(username) }),
    ...(password && { password: decodeURIComponent(password) }),
    sentinelRetryStrategy: () => SENTINEL_RETRY_MS,
    sentinelCommandTimeout: SENTINEL_TIMEOUT_MS,
    reconnectOnError,
    ...options,
  });
}

function toAddress(text: string) {
  const [host = '', port] = text.split(':');
  return { host, port: Number(port) };
}
