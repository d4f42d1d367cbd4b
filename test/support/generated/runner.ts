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

/** Counts and maxima of a campaign. */
export interface CampaignStatistics {
  requests: number;
  /** Requests that were not refused. */
  accepted: number;
  largestBytes: number;
  slowestMilliseconds: number;
  /** Responses by status. */
  readonly statuses: Record<string, number>;
}

interface Step {
  readonly call: Call;
  /** By how much the clock advances before the request. */
  readonly seconds: number;
}

export interface Sequence {
  readonly steps: readonly Step[];
  /** All requests at the same time, instead of one after the other. */
  readonly isConcurrent: boolean;
}

interface RunnerParts {
  readonly board: CampaignBoard;
  readonly contract: Contract;
  readonly check: ResponseCheck;
  readonly statistics: CampaignStatistics;
}

/** Sends sequences of requests to one board. Throws if a response fails its checks. */
export class Runner {
  readonly #parts: RunnerParts;
  /** The number of log lines that were checked. */
  #checkedLines: number;
  /** The row counts; null if a request was sent since they were read. */
  #rowCounts: RowCounts | null = null;

  constructor(parts: RunnerParts) {
    this.#parts = parts;
    this.#checkedLines = parts.board.fixtures.board.log.length;
  }

  async run({ steps, isConcurrent }: Sequence): Promise<void> {
    await this.#parts.board.restoreCallers();
    const sent: SentRequest[] = [];
    this.#rowCounts = null;
    if (isConcurrent) await settleAll(steps.map((step) => this.#runStep(step, sent)));
    else for (const step of steps) await this.#runAlone(step, sent);
    assertNoFaults(this.#logFaults(), sent);
  }

  /** Sends a request while no other is running, so that the request wrote all new rows. */
  async #runAlone(step: Step, sent: SentRequest[]): Promise<void> {
    const knownCounts = this.#rowCounts;
    // A read can also write: it records that a claim has expired, for example.
    this.#rowCounts = null;
    if (!mayWrite(step.call)) {
      await this.#runStep(step, sent);
      return;
    }
    const { board } = this.#parts;
    const before = knownCounts ?? (await board.countRows());
    const { result, actors } = await this.#runStep(step, sent);
    const after = await board.countRows();
    this.#rowCounts = after;
    assertNoFaults(findWriteFaults({ before, after, isRefused: result.isRefused, actors }), sent);
  }

  async #runStep({ call, seconds }: Step, sent: SentRequest[]): Promise<StepResult> {
    const { board, contract, check, statistics } = this.#parts;
    board.fixtures.board.clock.advance({ seconds });
    const request = board.prepare(call);
    const response = await board.send(request).catch((error: unknown) => {
      throw new Error(`no response to ${describeRequest(request)}`, { cause: error });
    });
    sent.push({ request, response });
    const exchange: Exchange = { request, response, body: readBody(request, response), contract };
    const result = check(exchange);
    updateStatistics(statistics, exchange, result);
    assertNoFaults([...commonFaults(exchange, [...board.secrets.keys()]), ...result.faults], sent);
    const registered = board.learn(exchange);
    return { result, actors: new Set([...board.actorsOf(request), ...registered]) };
  }

  #logFaults(): readonly string[] {
    const { fixtures, secrets } = this.#parts.board;
    const lines = fixtures.board.log.slice(this.#checkedLines);
    this.#checkedLines = fixtures.board.log.length;
    // The level `error`.
    const errorLines = lines.filter((line) => line.includes('"level":50'));
    const repeatsSecret = (line: string) =>
      [...secrets.keys()].some((secret) => line.includes(secretPrefix(secret)));
    return [
      ...errorLines.map((line) => `logged: ${line}`),
      ...(lines.some(repeatsSecret) ? ['the log repeats a secret'] : []),
    ];
  }
}

interface StepResult {
  readonly result: CheckResult;
  /** The authors that the request may write rows for. */
  readonly actors: ReadonlySet<string>;
}

/** Waits for all promises before it rejects, so that no request is running when a sequence has failed. */
async function settleAll(promises: readonly Promise<unknown>[]): Promise<void> {
  await Promise.allSettled(promises);
  await Promise.all(promises);
}

function updateStatistics(
  statistics: CampaignStatistics,
  { response }: Exchange,
  { isRefused }: CheckResult,
): void {
  const { bytes, milliseconds, status } = response;
  statistics.requests += 1;
  if (!isRefused) statistics.accepted += 1;
  statistics.largestBytes = Math.max(statistics.largestBytes, bytes);
  statistics.slowestMilliseconds = Math.max(statistics.slowestMilliseconds, milliseconds);
  statistics.statuses[status] = (statistics.statuses[status] ?? 0) + 1;
}

/** Whether a request can write. The URL-only actions write with GET. */
const mayWrite = ({ method, path }: Call): boolean =>
  !['GET', 'HEAD', 'OPTIONS'].includes(method) || path.startsWith('/get');

interface WriteCheck {
  readonly before: RowCounts;
  readonly after: RowCounts;
  readonly isRefused: boolean;
  readonly actors: ReadonlySet<string>;
}

/** A refused request changes no row counts; other requests add rows only for their caller. */
function findWriteFaults({ before, after, isRefused, actors }: WriteCheck): readonly string[] {
  const changed = findChangedCounts(before, after);
  if (isRefused) return changed.map((rows) => `refused, but the row count of ${rows} changed`);
  return changed
    .filter((rows) => (after.get(rows) ?? 0) > (before.get(rows) ?? 0))
    .filter((rows) => !rows.endsWith(' ') && !actors.has(rows.slice(rows.indexOf(' ') + 1)))
    .map((rows) => `a row was added to ${rows}`);
}

function assertNoFaults(faults: readonly string[], sent: readonly SentRequest[]): void {
  if (faults.length > 0) throw new Error(toReport(faults, sent));
}
