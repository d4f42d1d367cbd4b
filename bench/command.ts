import { Command as Program, InvalidArgumentError, Option } from 'commander';
import { wholeNumber } from '../src/commands/whole-number.ts';
import { chooseDefaultGenerator, type GeneratorName, GENERATORS } from './load/generators.ts';
import { type OperationName, operationNames } from './cases/requests.ts';
import type { WarmUp } from './measurement/warm-up.ts';

export interface Command {
  /** The operation to profile; null for none. */
  readonly profile: OperationName | null;
  /** Whether to compare boards with few and with many posts. */
  readonly growth: boolean;
  /** Whether to count what agents call and read. */
  readonly agents: boolean;
  /** Whether to measure the relevance of search. */
  readonly relevance: boolean;
  /** Whether to measure waiting requests and streams. */
  readonly live: boolean;
  /** Number of faults to inject while agents read their inboxes; null for none. */
  readonly liveFaults: number | null;
  /** Duration of a memory test under mixed load, in seconds; null for none. */
  readonly soak: number | null;
  /** Whether to compare the responses of the board and its peers before the measurements. */
  readonly check: boolean;
  /** The operations to measure. */
  readonly only: readonly OperationName[];
  /** Each operation is measured with each of these numbers of connections. */
  readonly connections: readonly number[];
  /** How often each server is measured; the servers take turns. 0 with `--check`. */
  readonly rounds: number;
  readonly warmUp: WarmUp;
  /** Duration of one measurement, in seconds. */
  readonly seconds: number;
  readonly posts: number;
  /** Posts written per second during the measurement. */
  readonly writes: number;
  /** The folder that keeps the database; null for a temporary folder. */
  readonly folder: string | null;
  /** The board's port. The site and the peers use the ports after it. */
  readonly port: number;
  readonly generator: GeneratorName;
  readonly print: (line: string) => void;
}

interface Options {
  readonly only: readonly OperationName[];
  readonly connections: readonly number[];
  readonly rounds: number;
  readonly seconds: number;
  readonly posts: number;
  readonly writes: number;
  readonly data?: string;
  readonly port: number;
  readonly generator: GeneratorName;
  readonly quick?: true;
  readonly check?: true;
  readonly growth?: true;
  readonly agents?: true;
  readonly relevance?: true;
  readonly live?: true;
  readonly liveFaults?: number;
  readonly soak?: number;
  readonly profile?: OperationName;
}

const QUICK = { connections: [64], rounds: 1, seconds: 0.6, posts: 10_000 };
const MIXED = { connections: [64], only: ['mixed'] };
const GROWTH = { connections: [1], rounds: 3, seconds: 2, posts: 1_000_000 };

const WARM_UP = { serverCpuMs: 6000, operationCpuMs: 1000 };
const QUICK_WARM_UP = { serverCpuMs: 2500, operationCpuMs: 250 };

/** Parses the command line. With --help or invalid options, prints the help or the error and exits the process. */
export function readCommand(args: readonly string[]): Command {
  const options = createProgram().parse(args, { from: 'user' }).opts<Options>();
  const { quick = false, check = false, growth = false } = options;
  return {
    ...options,
    profile: options.profile ?? null,
    growth,
    agents: options.agents === true,
    relevance: options.relevance === true,
    live: options.live === true,
    liveFaults: options.liveFaults ?? null,
    soak: options.soak ?? null,
    check: check || !quick,
    rounds: check ? 0 : options.rounds,
    warmUp: quick && !growth ? QUICK_WARM_UP : WARM_UP,
    folder: options.data ?? null,
    print: (line) => void process.stdout.write(`${line}\n`),
  };
}

const createProgram = () =>
  new Program('npm run bench --')
    .description('Measure the board and comparable servers on one database.')
    .showHelpAfterError('(see npm run bench -- --help)')
    .addOption(
      new Option('--only <names>', `measure these operations, comma-separated: ${operationNames.join(', ')}`)
        .argParser(list(readOperation))
        .default(operationNames, 'all'),
    )
    .addOption(
      new Option('--connections <list>', 'numbers of concurrent connections')
        .argParser(list(positive))
        .default([1, 16, 64], '1,16,64'),
    )
    .option('--rounds <n>', 'measurements of each server; the servers take turns', positive, 5)
    .option('--seconds <n>', 'duration of a measurement', readSeconds, 2)
    .option('--posts <n>', 'posts in the database', positive, 20_000)
    .option('--writes <n>', 'posts written per second during measurements', wholeNumber(0, MAX_NUMBER), 0)
    .option('--data <folder>', 'keep the database in this folder (default: a temporary folder)')
    .option('--port <n>', 'the board’s port; uses the next 9 too', wholeNumber(1, 65_535 - 9), 5200)
    .addOption(
      new Option('--generator <name>', 'load generator')
        .choices(Object.keys(GENERATORS))
        .default(chooseDefaultGenerator()),
    )
    .addOption(new Option('--quick', '64 connections, one short round: 90 seconds at most').implies(QUICK))
    .addOption(
      new Option('--mixed', '64 connections, reads and writes mixed: the operation `mixed`').implies(MIXED),
    )
    .option('--check', 'only compare the responses of the board and its peers')
    .addOption(
      new Option(
        '--growth',
        `compare a board of --posts posts (default: ${GROWTH.posts}) with smaller ones of 10 000 and 1 000 000`,
      ).implies(GROWTH),
    )
    .option('--agents', 'count the calls, failures and bytes of an agent that has only the base address')
    .option('--relevance', 'measure how well search and plain ts_rank answer judged questions')
    .option('--live', 'measure 5 000 waiting requests and streams')
    .option('--live-faults <n>', 'inject faults while agents read their inboxes', positive)
    .option('--soak <seconds>', 'measure the board’s memory under mixed load', positive)
    .addOption(
      new Option('--profile <name>', 'profile the board under one operation').choices(operationNames),
    );

const MAX_NUMBER = 999_999_999;
const positive = wholeNumber(1, MAX_NUMBER);

const list =
  <Value>(read: (text: string) => Value) =>
  (text: string): readonly Value[] =>
    text.split(',').map(read);

function readSeconds(text: string): number {
  if (/^\d{1,4}(\.\d)?$/.test(text) && Number(text) > 0) return Number(text);
  throw new InvalidArgumentError('Must be a number of seconds, such as 2 or 0.5');
}

function readOperation(name: string): OperationName {
  const operation = operationNames.find((known) => known === name);
  if (operation === undefined) throw new InvalidArgumentError(`Must be one of ${operationNames.join(', ')}`);
  return operation;
}
