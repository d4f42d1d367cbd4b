import { openEnvironment } from './environment/environment.ts';
import { compareResponses } from './cases/compare-responses.ts';
import type { Command } from './command.ts';
import { type BenchmarkCase, createCase, type Side } from './cases/case.ts';
import { minRatioFor } from './cases/peers.ts';
import { type CaseResult, formatLines } from './cases/case-result.ts';
import { GENERATORS } from './load/generators.ts';
import { describeMachine } from './measurement/machine.ts';
import { type Measurement, measure, summarizeMeasurements } from './measurement/measure.ts';
import { medianRatio } from './measurement/statistics.ts';
import { warmUpCase, warmUpServers } from './measurement/warm-up.ts';
import { startBackgroundWrites } from './measurement/background-writes.ts';

export interface BenchmarkReport {
  readonly machine: readonly string[];
  readonly results: readonly CaseResult[];
}

/**
 * Measures the operations of `command.only` at each number of connections. Without rounds, only compares responses and
 * returns no results.
 */
export async function runBench(command: Command): Promise<BenchmarkReport> {
  await using environment = await openEnvironment(command);
  const machine = await describeMachine(environment.fixtures.database);
  const cases = command.only.map((operation) => createCase(environment, operation));
  if (command.check) for (const benchmarkCase of cases) await compareWithPeers(benchmarkCase, command.print);
  if (command.rounds === 0) return { machine, results: [] };
  await warmUpServers(cases, GENERATORS[command.generator], command.warmUp);
  using background = new DisposableStack();
  background.use(startBackgroundWrites(environment, command.writes));
  const results: CaseResult[] = [];
  for (const benchmarkCase of cases)
    results.push(
      ...(await measureCase(benchmarkCase, { command, postmasterPid: environment.fixtures.postmasterPid })),
    );
  return { machine, results };
}

/** Compares the responses of the board and of peers on other servers. Throws when they differ. */
async function compareWithPeers(
  { operation, board, peers }: BenchmarkCase,
  print: Command['print'],
): Promise<void> {
  for (const { peer, server } of peers.filter((side) => side.server !== board.server)) {
    const ports = [board.server.port, server.port] as const;
    await compareResponses({ requests: board.requests, ports, toPeerRequest: peer.toPeerRequest });
    print(`same ${operation}/${peer.name}`);
  }
}

interface CaseOptions {
  readonly command: Command;
  readonly postmasterPid: number;
}

async function measureCase(
  benchmarkCase: BenchmarkCase,
  options: CaseOptions,
): Promise<readonly CaseResult[]> {
  const { connections, generator, warmUp, print } = options.command;
  await warmUpCase(benchmarkCase, GENERATORS[generator], warmUp);
  const results: CaseResult[] = [];
  for (const count of connections) {
    const resultsAtCount = await measureAt(count, benchmarkCase, options);
    for (const line of resultsAtCount.flatMap(formatLines)) print(line);
    results.push(...resultsAtCount);
  }
  return results;
}

async function measureAt(
  connections: number,
  benchmarkCase: BenchmarkCase,
  { command, postmasterPid }: CaseOptions,
) {
  const { board, peers, operation } = benchmarkCase;
  const sides: readonly Side[] = [board, ...peers];
  const measurements = new Map<Side, Measurement[]>(sides.map((side) => [side, []]));
  const { seconds, generator, rounds } = command;
  for (let round = 0; round < rounds; round++) {
    // Alternate the order, so that changes in the machine's speed affect all servers alike.
    for (const side of round % 2 === 0 ? sides : sides.toReversed()) {
      const load = { generate: GENERATORS[generator], postmasterPid, connections, seconds };
      measurements.get(side)?.push(await measure(side.server, { ...load, requests: side.requests }));
    }
  }
  const measurementsOf = (side: Side) => measurements.get(side) ?? [];
  return peers.map((side): CaseResult => ({
    operation,
    peerName: side.peer.name,
    connections,
    board: summarizeMeasurements(measurementsOf(board)),
    peer: summarizeMeasurements(measurementsOf(side)),
    ratio: medianRatio(
      measurementsOf(board).map(({ responsesPerSecond }, i) => [
        responsesPerSecond,
        measurementsOf(side)[i]?.responsesPerSecond ?? NaN,
      ]),
    ),
    minRatio: minRatioFor(side.peer, connections),
  }));
}
