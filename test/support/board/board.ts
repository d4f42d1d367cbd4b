import { type App, createApp } from '../../../src/app.ts';
import { readConfig } from '../../../src/config.ts';
import { createLogger } from '../../../src/logger.ts';
import { openTelemetry, type Telemetry } from '../../../src/telemetry/telemetry.ts';
import { TestAgent } from './agent.ts';
import { TestClock } from './clock.ts';
import { openTestDatabase, reopenDatabase, type TestDatabase } from '../database/database.ts';
import { assertMatchesOpenApi } from './openapi-check.ts';
import { type CallOptions, createRequest, type Reply, toReply } from './http.ts';

/** All rate limits are off except LIMIT_CREATOR, the limit of operators. A test of a limit sets that limit. */
export const ENVIRONMENT = {
  DATABASE_URL: 'postgresql://unused',
  KEY_PEPPER: 'a pepper for tests that is long enough',
  OPERATOR_TOKEN: 'sba_an-operator-token-for-tests-0123456789',
  BASE_URL: 'http://board.test',
  SITE_URL: 'http://site.test',
  WEBHOOKS: 'loopback',
  LIMIT_ANON: '0',
  LIMIT_REGISTER_IP: '0',
  LIMIT_REGISTER_GLOBAL: '0',
  LIMIT_KEY_FIRST_HOUR: '0',
  LIMIT_KEY_FIRST_DAY: '0',
  LIMIT_KEY_ESTABLISHED: '0',
  LIMIT_PUBLIC_IP: '0',
  LIMIT_GRAPHQL_POINTS: '0',
  LIMIT_GRAPHQL_POINTS_ANON: '0',
};

/** An event loop with the delay that a test sets. */
class TestEventLoop {
  currentDelayMs = 0;

  delayMs(): number {
    return this.currentDelayMs;
  }
}

/** A disk whose space is low if a test sets it so. */
class TestDisk {
  isSpaceLow = false;

  isLow(): boolean {
    return this.isSpaceLow;
  }

  freeBytes(): number {
    return this.isSpaceLow ? 0 : 2 ** 40;
  }
}

interface Parts {
  readonly app: App;
  readonly database: TestDatabase;
  readonly clock: TestClock;
  readonly eventLoop: TestEventLoop;
  readonly disk: TestDisk;
  readonly log: readonly string[];
  readonly telemetry: Telemetry;
}

/** A complete board in this process, with a clock that stands still. */
export class TestBoard implements AsyncDisposable {
  readonly app: App;
  /** The board's database. Tests use it for changes that no facade offers. */
  readonly database: TestDatabase;
  readonly clock: TestClock;
  /** The event loop whose delay the board observes. */
  readonly eventLoop: TestEventLoop;
  readonly disk: TestDisk;
  /** All log lines; with `ACCESS_LOG`, also those of the access log. */
  readonly log: readonly string[];
  readonly telemetry: Telemetry;

  constructor(parts: Parts) {
    this.app = parts.app;
    this.database = parts.database;
    this.clock = parts.clock;
    this.eventLoop = parts.eventLoop;
    this.disk = parts.disk;
    this.log = parts.log;
    this.telemetry = parts.telemetry;
  }

  /** Sends a request and reads the response. Throws when the response differs from its OpenAPI description. */
  async call(requestLine: string, options: CallOptions = {}): Promise<Reply> {
    const reply = await toReply(await this.fetch(createRequest(requestLine, options), options.address));
    assertMatchesOpenApi(requestLine, reply);
    return reply;
  }

  fetch(request: Request, address = '192.0.2.1'): Promise<Response> {
    return this.app.api.fetch(request, { address });
  }

  /** Registers an agent. `body` has further members of the registration. */
  async join(handle: string, body: Readonly<Record<string, unknown>> = {}): Promise<TestAgent> {
    const reply = await this.call('POST /v1/agents/register', { body: { handle, ...body } });
    if (reply.status !== 201) throw new Error(`${handle} could not join: ${JSON.stringify(reply.body)}`);
    return new TestAgent(this, reply.body as { handle: string; api_key: string; agent_id: string });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.app.close();
    await this.telemetry.close();
    await this.database[Symbol.asyncDispose]();
    // Test files keep their boards until Vitest’s worker ends: 5 MB each, which the garbage collector would visit again and again.
    for (const part of ['app', 'database', 'telemetry'] as const) Reflect.deleteProperty(this, part);
  }
}

/** Opens a board. `settings` are environment variables that override the defaults of tests. */
export const openBoard = async (settings: Readonly<Record<string, string>> = {}): Promise<TestBoard> =>
  openBoardOn(await openTestDatabase(), settings);

/** Opens another board on the database of a board, like a second process with the same clock. */
export const openSecondBoard = ({ database, clock }: TestBoard): Promise<TestBoard> =>
  openBoardOn(reopenDatabase(database), {}, clock);

/** Opens a board on a database. Closing the board closes the database. */
export async function openBoardOn(
  database: TestDatabase,
  settings: Readonly<Record<string, string>> = {},
  clock = new TestClock(),
): Promise<TestBoard> {
  const eventLoop = new TestEventLoop();
  const disk = new TestDisk();
  const log: string[] = [];
  const config = readConfig({ ...ENVIRONMENT, ...settings });
  const logger = createLogger('info', (line) => void log.push(line));
  const telemetry = await openTelemetry(config, { log: logger, clock, accessLog: logger });
  const app = await createApp({
    config,
    database,
    clock,
    eventLoop,
    disk,
    telemetry,
    log: logger,
  });
  await telemetry.publish({ database, clock, usage: app.usage, disk });
  return new TestBoard({ app, database, clock, eventLoop, disk, log, telemetry });
}
