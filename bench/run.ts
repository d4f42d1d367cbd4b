import { openArena } from './environment/environment.ts';
import { compare } from './cases/compare-responses.ts';
import type { Command } from './command.ts';
import { type Contest, drawContest, type Side } from './cases/case.ts';
import { goalAt } from './cases/peers.ts';
import { type Figure, linesOf } from './cases/case-result.ts';
import { GENERATORS } from './load/load.ts';
import { describeMachine } from './measurement/machine.ts';
import { type Measure, measure, medianOf } from './measurement/measure.ts';
import { medianRatio } from './measurement/statistics.ts';
import { warmContest, warmServers } from './measurement/warm-up.ts';
import { startWriting } from './measurement/background-writes.ts';

export interface Results {
  readonly machine: readonly string[];
  readonly figures: readonly Figure[];
}

/** Measures every operation that is asked for. */
export async function runBench(command: Command): Promise<Results> {
  await using arena = await openArena(command);
  const machine = await describeMachine(arena.ground.database);
  const contests = command.only.map((operation) => drawContest(arena, operation));
  if (command.check) for (const contest of contests) await check(contest, command.say);
  if (command.rounds === 0) return { machine, figures: [] };
  await warmServers(contests, GENERATORS[command.generator], command.warmUp);
  using background = new DisposableStack();
  background.use(startWriting(arena, command.writes));
  const figures: Figure[] = [];
  for (const contest of contests)
    figures.push(...(await contend(contest, { command, postmaster: arena.ground.postmaster })));
  return { machine, figures };
}

/** Compares what the board and its opponents answer; throws where that differs. */
async function check({ operation, ours, theirs }: Contest, say: Command['say']): Promise<void> {
  for (const { opponent, server } of theirs.filter((side) => side.server !== ours.server)) {
    const ports = [ours.server.port, server.port] as const;
    await compare({ requests: ours.requests, ports, toPeer: opponent.toPeer });
    say(`same ${operation}/${opponent.name}`);
  }
}

interface Contending {
  readonly command: Command;
  readonly postmaster: number;
}

async function contend(contest: Contest, contending: Contending): Promise<readonly Figure[]> {
  const { connections, generator, warmUp, say } = contending.command;
  await warmContest(contest, GENERATORS[generator], warmUp);
  const figures: Figure[] = [];
  for (const count of connections) {
    const found = await measureAt(count, contest, contending);
    for (const line of found.flatMap(linesOf)) say(line);
    figures.push(...found);
  }
  return figures;
}

async function measureAt(connections: number, contest: Contest, { command, postmaster }: Contending) {
  const { ours, theirs, operation } = contest;
  const sides: readonly Side[] = [ours, ...theirs];
  const measures = new Map<Side, Measure[]>(sides.map((side) => [side, []]));
  const { seconds, generator, rounds } = command;
  for (let round = 0; round < rounds; round++) {
    // Every other round the other way round.
    for (const side of round % 2 === 0 ? sides : sides.toReversed()) {
      const load = { generate: GENERATORS[generator], postmaster, connections, seconds };
      measures.get(side)?.push(await measure(side.server, { ...load, requests: side.requests }));
    }
  }
  const of = (side: Side) => measures.get(side) ?? [];
  return theirs.map((their): Figure => ({
    operation,
    opponent: their.opponent.name,
    connections,
    ours: medianOf(of(ours)),
    theirs: medianOf(of(their)),
    ratio: medianRatio(of(ours).map(({ rate }, i) => [rate, of(their)[i]?.rate ?? NaN])),
    goal: goalAt(their.opponent, connections),
  }));
}
