import { isIP } from 'node:net';
import { availableParallelism } from 'node:os';
import { z } from 'zod';
import { mapRateLimits, RATE_LIMITS, type RateLimits } from '../schema/rate-limit-buckets.ts';
import { readOrCreatePepper, MIN_PEPPER_LENGTH } from './pepper.ts';
import { isRedisUrl } from './redis.ts';

/** A setting is invalid. The message is one line that names the variable. */
export class ConfigError extends Error {}

const wholeNumber = (min: number, max: number, otherValues = '') => {
  const error = `Must be ${otherValues}a whole number from ${min} to ${max}`;
  return z
    .string()
    .regex(/^\d{1,15}$/, error)
    .transform(Number)
    .pipe(z.number().min(min, error).max(max, error));
};

const MAX_WORKERS = 64;

const port = wholeNumber(1, 65_535);
const limit = (defaultValue: number) => wholeNumber(0, 1_000_000).default(defaultValue);
const bits = (defaultValue: number) => wholeNumber(1, 32).default(defaultValue);

/** `auto` is the number of processors that the process may use, at most `MAX_WORKERS`. */
const workers = z
  .string()
  .transform((value) => (value === 'auto' ? String(Math.min(availableParallelism(), MAX_WORKERS)) : value))
  .pipe(wholeNumber(1, MAX_WORKERS, 'auto or '));

const oneOf = <const Value extends string>(values: readonly Value[]) =>
  z.enum(values, `Must be one of ${values.join(', ')}`);

/** Normalized, so that headers can contain the URL: the host in Punycode, the path percent-encoded. */
const httpUrl = z
  .url({ protocol: /^https?$/, normalize: true, error: 'Must be an http or https URL' })
  .regex(/^[a-z]+:\/\/[^/?#@]+\/[^?#]*$/, 'Must not have a user name, a password, a query or a fragment')
  .transform((url) => url.replace(/(?<!\/)\/+$/, ''));

const postgresUrl = z.url({ protocol: /^postgres(ql)?$/, error: 'Must be a postgresql:// URL' });

/** Commas separate the URLs: a comma in a password must be written `%2C`. */
const postgresUrls = z
  .string()
  .transform((list) =>
    list
      .split(',')
      .map((url) => url.trim())
      .filter(Boolean),
  )
  .pipe(z.array(postgresUrl));

const cidrs = z
  .string()
  .transform((list) =>
    list
      .split(',')
      .map((cidr) => cidr.trim())
      .filter(Boolean),
  )
  .refine((list) => list.every(isCidr), { error: 'Must be a comma-separated list of CIDRs', abort: true })
  // If every address were trusted, the client would choose its address: the first one of X-Forwarded-For.
  .refine(
    (list) => !list.some((cidr) => /\/0+$/.test(cidr)),
    'Must not contain prefix 0, which trusts all addresses',
  );

const limitVariables = Object.fromEntries(
  Object.values(RATE_LIMITS).map(({ variable, max }) => [variable, limit(max)]),
) as Record<(typeof RATE_LIMITS)[keyof RateLimits]['variable'], ReturnType<typeof limit>>;

/** The default of INBOX_DAYS: how long inboxes keep items. */
export const DEFAULT_INBOX_DAYS = 90;

/** All environment variables of the board, with their defaults. */
export const environmentSchema = z.object({
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: port.default(4000),
  SITE_PORT: port.default(4001),
  BASE_URL: httpUrl.optional(),
  SITE_URL: httpUrl.optional(),
  OPERATOR_NAME: z
    .string()
    .regex(/^[^\p{Cc}]{1,120}$/u, 'Must be one line of at most 120 characters')
    .default('The board’s operator'),
  OPERATOR_CONTACT: z
    .string()
    .regex(
      /^(mailto:[^\s@]+@[^\s@]+|https?:\/\/\S+|tel:\+?[\d-]+)$/,
      'Must be a mailto:, http:, https: or tel: URL',
    )
    .optional(),
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_POOLER: z.literal('transaction', 'Must be transaction').optional(),
  DATABASE_DIRECT_URL: postgresUrl.optional(),
  DATABASE_READ_URLS: postgresUrls.default([]),
  REPLICA_MAX_LAG_MS: wholeNumber(100, 60_000).default(2000),
  DATA_DIR: z.string().min(1).default('./data'),
  REDIS_URL: z
    .string()
    .refine(
      isRedisUrl,
      'Must be a redis:// URL, or redis+sentinel://host:port,host:port/name, with % written as %25',
    )
    .optional(),
  KEY_PEPPER: z
    .string()
    .min(MIN_PEPPER_LENGTH, `Must have at least ${MIN_PEPPER_LENGTH} characters`)
    .optional(),
  OPERATOR_TOKEN: z
    .string()
    .regex(/^sba_[A-Za-z0-9_-]{32,}$/, 'Must be sba_ and at least 32 characters of A-Z, a-z, 0-9, _ and -')
    .optional(),
  TRUSTED_PROXIES: cidrs.default([]),
  ...limitVariables,
  GRAPHQL_MAX_ANSWER_BYTES: wholeNumber(65_536, 67_108_864).default(8_388_608),
  GRAPHQL_TRUSTED_ONLY: oneOf(['on', 'off']).default('off'),
  INQUIRY_CLAIM_SECONDS: wholeNumber(1, 86_400).default(1800),
  INBOX_DAYS: wholeNumber(1, 3650).default(DEFAULT_INBOX_DAYS),
  WEBHOOKS: oneOf(['on', 'off', 'loopback']).default('on'),
  CHALLENGE_MODE: oneOf(['off', 'auto', 'on']).default('off'),
  CHALLENGE_DIFFICULTY: bits(16),
  CHALLENGE_SPIKE_DIFFICULTY: bits(20),
  MAX_BODY_BYTES: wholeNumber(1024, 16_777_216).default(65_536),
  MIN_FREE_DISK_BYTES: wholeNumber(0, 1_099_511_627_776).default(536_870_912),
  WORKERS: workers.default(1),
  MAX_IN_FLIGHT: wholeNumber(1, 100_000).default(2000),
  MAX_WAITING: wholeNumber(0, 100_000).default(2000),
  MAX_WAITING_PER_CALLER: wholeNumber(0, 1000).default(5),
  METRICS_PORT: port.optional(),
  ACCESS_LOG: oneOf(['on', 'off']).default('off'),
  LOG_LEVEL: oneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
});

/** The first is the default. */
const TRACE_PROTOCOLS = ['http/protobuf', 'http/json'] as const;

export type TraceProtocol = (typeof TRACE_PROTOCOLS)[number];

type Environment = z.output<typeof environmentSchema>;

/** The URLs that documents and links name. */
interface PublicUrls {
  readonly BASE_URL: string;
  readonly SITE_URL: string;
  readonly OPERATOR_CONTACT: string;
}

/** The operator's settings, read once at startup. */
export interface Config extends Environment, PublicUrls {
  readonly BASE_URL: string;
  readonly SITE_URL: string;
  readonly OPERATOR_CONTACT: string;
  /** The URLs in responses to clients that use a loopback address, not `localhost`, by this address. Empty if BASE_URL is set. */
  readonly loopbackUrls: Readonly<Record<string, PublicUrls>>;
  readonly KEY_PEPPER: string;
  readonly limits: RateLimits;
  /** How traces are exported; null if they are not. */
  readonly traceProtocol: TraceProtocol | null;
}

/**
 * Reads the environment; empty variables count as not set. Creates the pepper of a new DATA_DIR if KEY_PEPPER is not set.
 * Throws ConfigError for the first invalid variable.
 */
export function readConfig(source: Readonly<Record<string, string | undefined>>): Config {
  const set = Object.fromEntries(
    Object.entries(source).filter(([, value]) => value !== undefined && value !== ''),
  );
  const result = environmentSchema.safeParse(set);
  if (!result.success) {
    const [issue] = result.error.issues;
    throw new ConfigError(`${String(issue?.path[0])}: ${issue?.message ?? 'is invalid'}`);
  }
  const config = result.data;
  assertConsistent(config);
  const loopbackHosts = config.BASE_URL === undefined ? ['127.0.0.1', '[::1]'] : [];
  return {
    ...config,
    ...publicUrlsOf(config, 'localhost'),
    loopbackUrls: Object.fromEntries(loopbackHosts.map((host) => [host, publicUrlsOf(config, host)])),
    KEY_PEPPER: config.KEY_PEPPER ?? readOrCreateStoredPepper(config),
    limits: mapRateLimits((bucket) => config[RATE_LIMITS[bucket].variable]),
    traceProtocol: readTraceProtocol(set),
  };
}

/**
 * Reads the standard variables of OpenTelemetry that select whether and how traces are exported. The SDK reads all others.
 * Throws ConfigError for values that the board does not support.
 */
function readTraceProtocol(set: Readonly<Record<string, string | undefined>>): TraceProtocol | null {
  const isSet = Object.keys(set).some((name) => name.startsWith('OTEL_'));
  const exporter = set['OTEL_TRACES_EXPORTER'] ?? 'otlp';
  if (!isSet || set['OTEL_SDK_DISABLED']?.toLowerCase() === 'true' || exporter === 'none') return null;
  if (exporter !== 'otlp') throw new ConfigError('OTEL_TRACES_EXPORTER: Must be otlp or none');
  const tracesVariable = 'OTEL_EXPORTER_OTLP_TRACES_PROTOCOL';
  const name = set[tracesVariable] === undefined ? 'OTEL_EXPORTER_OTLP_PROTOCOL' : tracesVariable;
  const protocol = set[name] ?? TRACE_PROTOCOLS[0];
  const supported = TRACE_PROTOCOLS.find((each) => each === protocol);
  if (!supported) throw new ConfigError(`${name}: Must be one of ${TRACE_PROTOCOLS.join(', ')}`);
  return supported;
}

/** Throws ConfigError for contradictory settings, and for settings that require a missing one. */
function assertConsistent(config: Environment): void {
  const { PORT, SITE_PORT, METRICS_PORT, DATABASE_URL, DATABASE_POOLER, DATABASE_DIRECT_URL } = config;
  if (PORT === SITE_PORT) throw new ConfigError('SITE_PORT: Must differ from PORT');
  if (METRICS_PORT === PORT || METRICS_PORT === SITE_PORT)
    throw new ConfigError('METRICS_PORT: Must differ from PORT and SITE_PORT');
  if (DATABASE_POOLER && !DATABASE_URL)
    throw new ConfigError('DATABASE_URL: is required with DATABASE_POOLER, as the URL of the pooler');
  if (config.DATABASE_READ_URLS.length > 0 && !DATABASE_URL)
    throw new ConfigError('DATABASE_URL: is required with DATABASE_READ_URLS, as the URL of the primary');
  if (DATABASE_POOLER && !DATABASE_DIRECT_URL)
    throw new ConfigError(
      'DATABASE_DIRECT_URL: is required with DATABASE_POOLER, as the URL of the server without the pooler',
    );
}

/** Returns the configured URLs. By default those of the board and the site have this host, and the contact is the site. */
function publicUrlsOf(
  { PORT, SITE_PORT, BASE_URL, SITE_URL, OPERATOR_CONTACT }: Environment,
  host: string,
): PublicUrls {
  const siteUrl = SITE_URL ?? `http://${host}:${SITE_PORT}`;
  return {
    BASE_URL: BASE_URL ?? `http://${host}:${PORT}`,
    SITE_URL: siteUrl,
    OPERATOR_CONTACT: OPERATOR_CONTACT ?? siteUrl,
  };
}

function readOrCreateStoredPepper({ DATABASE_URL, DATA_DIR }: Environment): string {
  if (DATABASE_URL) throw new ConfigError('KEY_PEPPER: is required with DATABASE_URL');
  try {
    return readOrCreatePepper(DATA_DIR);
  } catch (error) {
    throw new ConfigError(prefixWithVariable('DATA_DIR', error), { cause: error });
  }
}

/** Returns the message of an error, prefixed with the variable that caused the error unless the message begins with it. */
export function prefixWithVariable(variable: string, error: unknown): string {
  const { message } = error as Error;
  return message.startsWith(variable) ? message : `${variable}: ${message}`;
}

function isCidr(text: string): boolean {
  const [base = '', prefix, ...rest] = text.split('/');
  const family = isIP(base);
  if (family === 0 || rest.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (family === 4 ? 32 : 128));
}
