import { type Arena, openArena } from './arena.ts';
import { compare } from './check.ts';
import type { Command } from './command.ts';
import { contests, goalAt, type Opponent } from './contests.ts';
import { GENERATORS } from './load/load.ts';
import type { HttpRequest } from './load/request.ts';
import { cpuOf } from './cpu.ts';
import { type Measure, measure, medianOf, workOf } from './measure.ts';
import { describeMachine } from './machine.ts';
import { type OperationName, requests } from './requests.ts';
import type { Server } from './server.ts';
import { medianRatio, short } from './statistics.ts';

/** One operation against one opponent at so many connections. */
export interface Figure {
  readonly operation: OperationName;
  readonly opponent: string;
  readonly connections: number;
  readonly ours: Measure;
  readonly theirs: Measure;
  readonly ratio: number;
  readonly goal: number | null;
}

export interface Results {
  readonly machine: readonly string[];
  readonly figures: readonly Figure[];
}

export const hasFailed = ({ ours, theirs, ratio }: Figure): boolean =>
  ours.failures + theirs.failures > 0 || !(ratio > 0);

export const nameOf = ({ operation, opponent }: Pick<Figure, 'operation' | 'opponent'>) =>
  `${operation}/${opponent}`;

/** Compares what the board and its opponents answer; throws where that differs. */
export async function checkAll(arena: Arena, { only, say }: Command): Promise<void> {
  for (const operation of only) {
    const made = requests[operation](arena.sample);
    const others = contests[operation].filter(({ server }) => server !== 'board');
    for (const { name, server, toPeer } of others) {
      const ports = [arena.board.port, arena.server(server).port] as const;
      await compare({ requests: made, ports, toPeer });
      say(`same ${nameOf({ operation, opponent: name })}`);
    }
  }
}

/** Measures every operation that is asked for. */
export async function runBench(command: Command): Promise<Results> {
  await using arena = await openArena(command);
  const machine = await describeMachine(arena.ground.database);
  if (command.check) await checkAll(arena, command);
  const figures: Figure[] = [];
  if (command.rounds === 0) return { machine, figures };
  for (const operation of command.only) figures.push(...(await contend(arena, operation, command)));
  return { machine, figures };
}

/** Who takes part in a contest, with what it is asked. */
interface Side {
  readonly server: Server;
  readonly requests: readonly HttpRequest[];
  readonly measures: Measure[];
}

async function contend(arena: Arena, operation: OperationName, command: Command): Promise<readonly Figure[]> {
  const made = requests[operation](arena.sample);
  const figures: Figure[] = [];
  const opponents = contests[operation];
  for (const connections of command.connections.toSorted((a, b) => b - a)) {
    const ours: Side = { server: arena.board, requests: made, measures: [] };
    const theirs = opponents.map(({ server, toPeer }): Side => ({
      server: arena.server(server),
      requests: made.map(toPeer),
      measures: [],
    }));
    const rounds = { arena, command, connections, sides: [ours, ...theirs] };
    if (figures.length === 0) await warmUp(rounds);
    for (let round = 0; round < command.rounds; round++) await runRound(rounds, round);
    for (const [j, opponent] of opponents.entries()) {
      const figure = toFigure({ operation, opponent, connections, ours, theirs: theirs[j] ?? ours });
      figures.push(figure);
      tell(figure, command.say);
    }
  }
  return figures;
}

interface Rounds {
  readonly arena: Arena;
  readonly command: Command;
  readonly connections: number;
  readonly sides: readonly Side[];
}

/** What is run for the first time is compiled first, and its statements prepared: until so much work is done. */
async function warmUp({ command, connections, sides }: Rounds): Promise<void> {
  const { warmUp: enough, generator } = command;
  const run = GENERATORS[generator];
  for (const { server, requests: list } of sides) {
    const end = (await cpuOf(server.pid)) + enough.work;
    for (let second = 0; second < enough.seconds && (await cpuOf(server.pid)) < end; second++)
      await run({ port: server.port, connections, seconds: 1, requests: list });
  }
}

/** Each side once; every other round the other way round. */
async function runRound({ arena, command, connections, sides }: Rounds, round: number): Promise<void> {
  const { seconds, generator } = command;
  for (const { server, requests: list, measures } of round % 2 === 0 ? sides : sides.toReversed()) {
    const how = { generate: GENERATORS[generator], postmaster: arena.ground.postmaster };
    measures.push(await measure(server, { ...how, connections, seconds, requests: list }));
  }
}

interface Contest {
  readonly operation: OperationName;
  readonly opponent: Opponent;
  readonly connections: number;
  readonly ours: Side;
  readonly theirs: Side;
}

const toFigure = ({ operation, opponent, connections, ours, theirs }: Contest): Figure => ({
  operation,
  opponent: opponent.name,
  connections,
  ours: medianOf(ours.measures),
  theirs: medianOf(theirs.measures),
  ratio: medianRatio(ours.measures.map(({ rate }, i) => [rate, theirs.measures[i]?.rate ?? NaN])),
  goal: goalAt(opponent, connections),
});

/** One line for each thing, for programs. */
function tell(figure: Figure, say: Command['say']): void {
  const { ours, theirs, connections, ratio } = figure;
  const name = `${nameOf(figure)} ${connections}`;
  if (hasFailed(figure)) {
    say(`failed ${name} ${ours.failures} ${theirs.failures}`);
    return;
  }
  say(`ratio ${name} ${ratio.toFixed(2)}`);
  say(`work ${name} ${(workOf(theirs) / workOf(ours)).toFixed(2)}`);
  say(`cpu ${name} ${short(ours.server)} ${short(theirs.server)}`);
  say(`cpu-database ${name} ${short(ours.database)} ${short(theirs.database)}`);
}
