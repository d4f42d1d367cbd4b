import { parseArgs } from 'node:util';
import { bestGenerator, type GeneratorName, GENERATORS } from './load/generators.ts';
import { type OperationName, operationNames } from './cases/requests.ts';
import type { WarmUp } from './measurement/warm-up.ts';

/** An unusable command line. The message is one line. */
export class UsageError extends Error {}

export interface Command {
  readonly profile: OperationName | null;
  /** Whether to compare reads on a small and a large board. */
  readonly growth: boolean;
  /** Seconds of a memory test under mixed load; null for none. */
  readonly soak: number | null;
  /** Whether to compare responses before options. */
  readonly check: boolean;
  readonly only: readonly OperationName[];
  readonly connections: readonly number[];
  readonly rounds: number;
  readonly warmUp: WarmUp;
  /** Duration of one sample. */
  readonly seconds: number;
  readonly posts: number;
  /** Posts written per second during the measurement. */
  readonly writes: number;
  readonly folder: string | null;
  /** The board's port. The site and the peers use the ports after it. */
  readonly port: number;
  readonly generator: GeneratorName;
  readonly print: (line: string) => void;
}

export const HELP = `Usage: npm run bench -- [options]

Measures the board and comparable servers on one database.

  --only NAMES         measure these operations, comma-separated: ${operationNames.join(', ')}
  --connections LIST   numbers of concurrent connections        (default: 1,16,64)
  --rounds N           measurements of each server, in turn     (default: 5)
  --seconds N          duration of a measurement                (default: 2)
  --posts N            posts in the database                    (default: 20000)
  --writes N           posts written per second during measurements (default: 0)
  --data FOLDER        keep the database in this folder         (default: a temporary folder)
  --port N             the board's port; uses the next 9 too    (default: 5200)
  --generator NAME     load generator: wrk or autocannon        (default: wrk if installed)
  --quick              64 connections, one short round: 90 seconds at most
  --check              only compare the responses of the board and its peers
  --growth             compare reads at 10 000 posts and at --posts (default: 1000000)
  --soak SECONDS       measure the board's memory under mixed load
  --profile NAME       profile the board under one operation
  --help               print this help
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

/** Parses the command line. Null for `--help`. Throws UsageError. */
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
    throw new UsageError(`${(error as Error).message.split('\n')[0] ?? ''} (see --help)`);
  }
}

const readNumber =
  (name: string) =>
  (text: string): number => {
    if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
    throw new UsageError(`${name}: must be a whole number from 1 to 999999999 (got ${text})`);
  };

function readSeconds(text: string): number {
  if (/^\d{1,4}(\.\d)?$/.test(text) && Number(text) > 0) return Number(text);
  throw new UsageError(`--seconds: must be a number of seconds, such as 2 or 0.5 (got ${text})`);
}

function readOperation(name: string): OperationName {
  const found = operationNames.find((one) => one === name);
  if (found === undefined) throw new UsageError(`${name}: must be one of ${operationNames.join(', ')}`);
  return found;
}

function readGenerator(name: string): GeneratorName {
  if (name in GENERATORS) return name as GeneratorName;
  throw new UsageError(`--generator: must be one of ${Object.keys(GENERATORS).join(', ')} (got ${name})`);
}
