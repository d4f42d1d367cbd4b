import type { Call } from './call.ts';
import { type RowCounts, findChangedCounts } from './row-counts.ts';
import type { Contract } from './contract.ts';
import { describeRequest, type SentRequest, toReport } from './report.ts';
import {
  commonFaults,
  type Exchange,
  type ResponseCheck,
  secretPrefix,
  readBody,
  type CheckResult,
} from './common-checks.ts';
import type { CampaignBoard } from './campaign-board.ts';

/** What was measured. */
export interface CampaignStatistics {
  requests: number;
  /** Requests that were not refused. */
  accepted: number;
  largestBytes: number;
  slowestMilliseconds: number;
  /** Answers by status. */
  readonly statuses: Record<string, number>;
}

interface Step {
  readonly call: Call;
  /** Time that passes before the request. */
  readonly seconds: number;
}

export interface Sequence {
  readonly steps: readonly Step[];
  /** All requests at the same time, instead of one after the other. */
  readonly isConcurrent: boolean;
}

interface RunnerParts {
  readonly world: CampaignBoard;
  readonly contract: Contract;
  readonly judge: ResponseCheck;
  readonly figures: CampaignStatistics;
}

/** Sends sequences of requests to one board. Throws where an answer is not as it has to be. */
export class Runner {
  readonly #parts: RunnerParts;
  /** Lines of the log that were looked at. */
  #logged: number;
  /** What the tables hold, where nothing has been sent since they were counted. */
  #census: RowCounts | null = null;

  constructor(parts: RunnerParts) {
    this.#parts = parts;
    this.#logged = parts.world.fixtures.board.log.length;
  }

  async run({ steps, isConcurrent }: Sequence): Promise<void> {
    await this.#parts.world.restoreCallers();
    const sent: SentRequest[] = [];
    this.#census = null;
    if (isConcurrent) await settleAll(steps.map((step) => this.#take(step, sent)));
    else for (const step of steps) await this.#takeAlone(step, sent);
    assertNone(this.#logFaults(), sent);
  }

  /** Sends a request while no other is under way: rows that come meanwhile were written by it. */
  async #takeAlone(step: Step, sent: SentRequest[]): Promise<void> {
    const known = this.#census;
    // A read may note that time has passed: a claim has expired, say.
    this.#census = null;
    if (!mayWrite(step.call)) {
      await this.#take(step, sent);
      return;
    }
    const { world } = this.#parts;
    const before = known ?? (await world.countRows());
    const { verdict, actors } = await this.#take(step, sent);
    const after = await world.countRows();
    this.#census = after;
    assertNone(writeFaults({ before, after, refused: verdict.isRefused, actors }), sent);
  }

  async #take({ call, seconds }: Step, sent: SentRequest[]): Promise<Taken> {
    const { world, contract, judge, figures } = this.#parts;
    world.fixtures.board.clock.advance({ seconds });
    const wire = world.prepare(call);
    const answer = await world.send(wire).catch((error: unknown) => {
      throw new Error(`no answer to ${describeRequest(wire)}`, { cause: error });
    });
    sent.push({ request: wire, response: answer });
    const exchange: Exchange = { request: wire, response: answer, body: readBody(wire, answer), contract };
    const verdict = judge(exchange);
    measure(figures, exchange, verdict);
    assertNone([...commonFaults(exchange, [...world.secrets.keys()]), ...verdict.faults], sent);
    const joined = world.learn(exchange);
    return { verdict, actors: new Set([...world.actorsOf(wire), ...joined]) };
  }

  #logFaults(): readonly string[] {
    const { fixtures: stage, secrets } = this.#parts.world;
    const lines = stage.board.log.slice(this.#logged);
    this.#logged = stage.board.log.length;
    const failed = lines.filter((line) => line.includes('"level":50'));
    const repeats = (line: string) =>
      [...secrets.keys()].some((secret) => line.includes(secretPrefix(secret)));
    return [
      ...failed.map((line) => `logged: ${line}`),
      ...(lines.some(repeats) ? ['the log repeats a secret'] : []),
    ];
  }
}

interface Taken {
  readonly verdict: CheckResult;
  /** Those that the request may write rows for. */
  readonly actors: ReadonlySet<string>;
}

/** Waits for all, so that none is under way when a sequence has failed. */
async function settleAll(taking: readonly Promise<unknown>[]): Promise<void> {
  await Promise.allSettled(taking);
  await Promise.all(taking);
}

function measure(
  figures: CampaignStatistics,
  { response: answer }: Exchange,
  { isRefused: refused }: CheckResult,
): void {
  const { bytes, milliseconds, status } = answer;
  figures.requests += 1;
  if (!refused) figures.accepted += 1;
  figures.largestBytes = Math.max(figures.largestBytes, bytes);
  figures.slowestMilliseconds = Math.max(figures.slowestMilliseconds, milliseconds);
  figures.statuses[status] = (figures.statuses[status] ?? 0) + 1;
}

/** Requests that may write; only REST has methods that cannot. */
const mayWrite = ({ method, path }: Call): boolean =>
  !['GET', 'HEAD', 'OPTIONS'].includes(method) || path.startsWith('/get');

interface Written {
  readonly before: RowCounts;
  readonly after: RowCounts;
  readonly refused: boolean;
  readonly actors: ReadonlySet<string>;
}

/** A refused request leaves every table as it was; another adds rows for its caller alone. */
function writeFaults({ before, after, refused, actors }: Written): readonly string[] {
  const changed = findChangedCounts(before, after);
  if (refused) return changed.map((rows) => `refused, but there are other ${rows}`);
  return changed
    .filter((rows) => (after.get(rows) ?? 0) > (before.get(rows) ?? 0))
    .filter((rows) => !rows.endsWith(' ') && !actors.has(rows.slice(rows.indexOf(' ') + 1)))
    .map((rows) => `a row was added to ${rows}`);
}

function assertNone(faults: readonly string[], sent: readonly SentRequest[]): void {
  if (faults.length > 0) throw new Error(toReport(faults, sent));
}
