// Sends generated requests to boards and checks every response.
import fc from 'fast-check';
import type { Call } from './call.ts';
import { readContract } from './contract.ts';
import { type CampaignStatistics, Runner, type Sequence } from './runner.ts';
import type { ResponseCheck } from './common-checks.ts';
import { openCampaignBoard } from './campaign-board.ts';

/** Number of requests to each interface. The default is small; set GENERATED_REQUESTS for a longer campaign. */
const REQUESTS = Number(process.env['GENERATED_REQUESTS'] ?? 250);

/** The seed that repeats a campaign. A failure on a later board reports that board's seed. */
const SEED = Number(process.env['GENERATED_SEED'] ?? Math.trunc(Math.random() * 2 ** 31));

/** Timeout of a test that runs a campaign, long enough for a busy machine. */
export const CAMPAIGN_TIMEOUT_MS = 60_000 + REQUESTS * 200;

/** The shrinking of a failing sequence ends this long before the timeout, which would not show the sequence. */
const REPORT_MS = 20_000;

/** Requests to one board. Then a new board is opened, because requests to a board with few records are faster. */
const REQUESTS_PER_BOARD = 2_500;

/** Average requests in a sequence. Requests may use values from earlier responses of any sequence. */
const SEQUENCE_LENGTH = 12;

/** The requests to an interface and the check of its responses. */
export interface Campaign {
  readonly calls: fc.Arbitrary<Call>;
  readonly check: ResponseCheck;
}

/** The time before a request: mostly none, else about a second, a minute, half an hour, an hour, a day or a week. */
const seconds = fc.oneof(
  { weight: 30, arbitrary: fc.constant(0) },
  { weight: 1, arbitrary: fc.constantFrom(1, 61, 1_900, 3_700, 90_000, 700_000) },
);

const sequences = (calls: fc.Arbitrary<Call>): fc.Arbitrary<Sequence> =>
  fc.record({
    steps: fc.array(fc.record({ call: calls, seconds }, { noNullPrototype: true }), {
      minLength: 1,
      maxLength: SEQUENCE_LENGTH * 2 - 1,
      size: 'max',
    }),
    isConcurrent: fc.oneof(
      { weight: 9, arbitrary: fc.constant(false) },
      { weight: 1, arbitrary: fc.constant(true) },
    ),
  });

/** Runs a campaign. Rejects with the first failing sequence, shrunk, and its seed. */
export async function runCampaign({ calls, check }: Campaign): Promise<CampaignStatistics> {
  const statistics: CampaignStatistics = {
    requests: 0,
    accepted: 0,
    largestBytes: 0,
    slowestMilliseconds: 0,
    statuses: {},
  };
  const deadline = performance.now() + CAMPAIGN_TIMEOUT_MS - REPORT_MS;
  for (let index = 0; statistics.requests < REQUESTS; index++) {
    await using board = await openCampaignBoard();
    const runner = new Runner({
      board,
      contract: await readContract(board.fixtures.board),
      check,
      statistics,
    });
    const wanted = Math.min(REQUESTS_PER_BOARD, REQUESTS - statistics.requests);
    await fc.assert(
      fc.asyncProperty(sequences(calls), (sequence) => runner.run(sequence)),
      {
        ...{ seed: SEED + index, numRuns: Math.ceil(wanted / SEQUENCE_LENGTH) },
        plugins: [fc.interruptAfterTimeLimit(deadline - performance.now(), { failOnInterrupt: true })],
      },
    );
  }
  if ('GENERATED_REQUESTS' in process.env)
    process.stderr.write(`${JSON.stringify({ seed: SEED, ...statistics })}\n`);
  return statistics;
}
