import { openEnvironment } from './environment/environment.ts';
import { compareResponses } from './cases/compare-responses.ts';
import type { Command } from './command.ts';
import { type BenchmarkCase, createCase, type Side } from './cases/case.ts';
import { goalFor } from './cases/peers.ts';
import { type CaseResult, formatLines } from './cases/case-result.ts';
import { GENERATORS } from './load/load.ts';
import { describeMachine } from './measurement/machine.ts';
import { type Measurement, measure, medianMeasurement } from './measurement/measure.ts';
import { medianRatio } from './measurement/statistics.ts';
import { warmUpCase, warmUpServers } from './measurement/warm-up.ts';
import { startBackgroundWrites } from './measurement/background-writes.ts';

export interface BenchmarkReport {
  readonly machine: readonly string[];
  readonly results: readonly CaseResult[];
}

/** Measures every operation that is asked for. */
export async function runBench(command: Command): Promise<BenchmarkReport> {
  await using arena = await openEnvironment(command);
  const machine = await describeMachine(arena.fixtures.database);
  const contests = command.only.map((operation) => createCase(arena, operation));
  if (command.check) for (const contest of contests) await check(contest, command.print);
  if (command.rounds === 0) return { machine, results: [] };
  await warmUpServers(contests, GENERATORS[command.generator], command.warmUp);
  using background = new DisposableStack();
  background.use(startBackgroundWrites(arena, command.writes));
  const figures: CaseResult[] = [];
  for (const contest of contests)
    figures.push(...(await contend(contest, { command, postmaster: arena.fixtures.postmasterPid })));
  return { machine, results: figures };
}

/** Compares what the board and its opponents answer; throws where that differs. */
async function check({ operation, ours, theirs }: BenchmarkCase, print: Command['print']): Promise<void> {
  for (const { opponent, server } of theirs.filter((side) => side.server !== ours.server)) {
    const ports = [ours.server.port, server.port] as const;
    await compareResponses({ requests: ours.requests, ports, toPeer: opponent.toPeer });
    print(`same ${operation}/${opponent.name}`);
  }
}

interface Contending {
  readonly command: Command;
  readonly postmaster: number;
}

async function contend(contest: BenchmarkCase, contending: Contending): Promise<readonly CaseResult[]> {
  const { connections, generator, warmUp, print } = contending.command;
  await warmUpCase(contest, GENERATORS[generator], warmUp);
  const figures: CaseResult[] = [];
  for (const count of connections) {
    const found = await measureAt(count, contest, contending);
    for (const line of found.flatMap(formatLines)) print(line);
    figures.push(...found);
  }
  return figures;
}

async function measureAt(connections: number, contest: BenchmarkCase, { command, postmaster }: Contending) {
  const { ours, theirs, operation } = contest;
  const sides: readonly Side[] = [ours, ...theirs];
  const measures = new Map<Side, Measurement[]>(sides.map((side) => [side, []]));
  const { seconds, generator, rounds } = command;
  for (let round = 0; round < rounds; round++) {
    // Every other round the other way round.
    for (const side of round % 2 === 0 ? sides : sides.toReversed()) {
      const load = { generate: GENERATORS[generator], postmaster, connections, seconds };
      measures.get(side)?.push(await measure(side.server, { ...load, requests: side.requests }));
    }
  }
  const of = (side: Side) => measures.get(side) ?? [];
  return theirs.map((their): CaseResult => ({
    operation,
    peer: their.opponent.name,
    connections,
    ours: medianMeasurement(of(ours)),
    theirs: medianMeasurement(of(their)),
    ratio: medianRatio(
      of(ours).map(({ responsesPerSecond }, i) => [
        responsesPerSecond,
        of(their)[i]?.responsesPerSecond ?? NaN,
      ]),
    ),
    goal: goalFor(their.opponent, connections),
  }));
}
