import { parseArgs } from 'node:util';
import { bestGenerator, type GeneratorName, GENERATORS } from './load/load.ts';
import { type OperationName, operationNames } from './cases/requests.ts';
import type { WarmUp } from './measurement/warm-up.ts';

/** Something in the command that cannot be used: one line. */
export class UsageError extends Error {}

export interface Command {
  readonly profile: OperationName | null;
  /** How reads fare as the board grows to so many posts. */
  readonly growth: boolean;
  /** Seconds of everything at once, for what it does to memory; null for none. */
  readonly soak: number | null;
  /** Answers are compared before anything is measured. */
  readonly check: boolean;
  readonly only: readonly OperationName[];
  readonly connections: readonly number[];
  readonly rounds: number;
  readonly warmUp: WarmUp;
  /** Of a sample. */
  readonly seconds: number;
  readonly posts: number;
  /** Posts written each second while everything is measured. */
  readonly writes: number;
  readonly folder: string | null;
  /** The board's; its site and the peers have those after it. */
  readonly port: number;
  readonly generator: GeneratorName;
  readonly print: (line: string) => void;
}

export const HELP = `Measures the board, beside servers written by hand, on one database: npm run bench -- [options]

  --only NAMES         only these operations, comma-separated: ${operationNames.join(', ')}
  --connections LIST   how many at a time                                    (1,16,64)
  --rounds N           how often each is measured, ours and theirs in turn   (5)
  --seconds N          how long each time                                    (2)
  --posts N            how much there is on the board                        (20000)
  --writes N           how much is posted each second meanwhile               (0)
  --data FOLDER        where the database is kept and found again            (one that goes with the run)
  --port N             the board's; the 9 after it are used as well          (5200)
  --generator NAME     wrk or autocannon                                     (wrk, where there is one)
  --quick              64 connections, one short round: within a minute and a half
  --check              compare what the board and its peers answer, and measure nothing
  --growth             how reads fare from 10 000 posts to --posts (1000000), with a tenth as many facts
  --soak SECONDS       memory of the board while it does everything at once
  --profile NAME       profile the board under one operation, and say what takes its time
  --help               this text
`;

const OPTIONS = {
  only: { type: 'string' },
  connections: { type: 'string' },
  rounds: { type: 'string' },
  seconds: { type: 'string' },
  posts: { type: 'string' },
  writes: { type: 'string', default: '0' },
  data: { type: 'string' },
  port: { type: 'string', default: '5200' },
  generator: { type: 'string', default: bestGenerator() },
  quick: { type: 'boolean', default: false },
  check: { type: 'boolean', default: false },
  growth: { type: 'boolean', default: false },
  soak: { type: 'string' },
  profile: { type: 'string' },
  help: { type: 'boolean', default: false },
} as const;

const THOROUGH = {
  connections: '1,16,64',
  rounds: '5',
  seconds: '2',
  posts: '20000',
  warmUp: { server: 6000, operation: 1000 },
};
const QUICK = {
  connections: '64',
  rounds: '1',
  seconds: '0.6',
  posts: '10000',
  warmUp: { server: 2500, operation: 250 },
};

const GROWTH = { ...THOROUGH, connections: '1', rounds: '3', posts: '1000000' };

const usualFor = ({ quick, growth }: { readonly quick: boolean; readonly growth: boolean }) => {
  if (growth) return GROWTH;
  return quick ? QUICK : THOROUGH;
};

/** Reads the command line; null where help is asked for. Throws UsageError. */
export function readCommand(args: readonly string[]): Command | null {
  const { values } = parse(args);
  if (values.help) return null;
  const usual = usualFor(values);
  const { connections, rounds, seconds, posts } = { ...usual, ...withoutUndefined(values) };
  return {
    profile: values.profile === undefined ? null : readOperation(values.profile),
    only: values.only?.split(',').map(readOperation) ?? operationNames,
    growth: values.growth,
    soak: values.soak === undefined ? null : readNumber('--soak')(values.soak),
    check: values.check || !values.quick,
    connections: connections.split(',').map(readNumber('--connections')),
    rounds: values.check ? 0 : readNumber('--rounds')(rounds),
    warmUp: usual.warmUp,
    seconds: readSeconds(seconds),
    posts: readNumber('--posts')(posts),
    writes: values.writes === '0' ? 0 : readNumber('--writes')(values.writes),
    folder: values.data ?? null,
    port: readNumber('--port')(values.port),
    generator: readGenerator(values.generator),
    print: (line) => void process.stdout.write(`${line}\n`),
  };
}

const withoutUndefined = <Values extends object>(values: Values) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<Values>;

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS });
  } catch (error) {
    throw new UsageError(`${(error as Error).message.split('\n')[0] ?? ''} (--help says more)`);
  }
}

const readNumber =
  (name: string) =>
  (text: string): number => {
    if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
    throw new UsageError(`${name}: must be a whole number`);
  };

function readSeconds(text: string): number {
  if (/^\d{1,4}(\.\d)?$/.test(text) && Number(text) > 0) return Number(text);
  throw new UsageError('--seconds: must be a number of seconds, such as 2 or 0.5');
}

function readOperation(name: string): OperationName {
  const found = operationNames.find((one) => one === name);
  if (found === undefined) throw new UsageError(`${name}: is none of ${operationNames.join(', ')}`);
  return found;
}

function readGenerator(name: string): GeneratorName {
  if (name in GENERATORS) return name as GeneratorName;
  throw new UsageError(`--generator: must be one of ${Object.keys(GENERATORS).join(', ')}`);
}
