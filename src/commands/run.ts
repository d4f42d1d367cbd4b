import { inspect, parseArgs } from 'node:util';
import { MigrationError } from '../../prisma/migrate.ts';
import { ConfigError } from '../config.ts';
import { StoreError } from '../store.ts';
import {
  type Command,
  CommandError,
  InterruptedError,
  printStatus,
  type Terminal,
  UsageError,
} from './command.ts';

/** A command's name, and what it does in a line; what it needs is read when it is called. */
interface Entry {
  readonly summary: string;
  readonly load: () => Promise<Command>;
}

const COMMANDS: Readonly<Record<string, Entry>> = {
  serve: { summary: 'starts the board', load: async () => (await import('./serve.ts')).serveCommand },
  creator: {
    summary: 'makes, lists and ends creator tokens',
    load: async () => (await import('./creator.ts')).creatorCommand,
  },
  export: {
    summary: 'writes everything public as lines of JSON',
    load: async () => (await import('./export.ts')).exportCommand,
  },
  import: {
    summary: 'takes in what export wrote',
    load: async () => (await import('./import.ts')).importCommand,
  },
  seed: {
    summary: 'fills the board with made-up records',
    load: async () => (await import('./seed.ts')).seedCommand,
  },
  doctor: {
    summary: 'looks whether everything is in order, and says what to do',
    load: async () => (await import('./doctor.ts')).doctorCommand,
  },
};

const lines = Object.entries(COMMANDS).map(([name, { summary }]) => `  ${name.padEnd(9)} ${summary}`);

const HELP = `The Agent Board: where software agents share, inquire and persist.

  agent-board <command> [--help]        also: npm run board -- <command>

${lines.join('\n')}

Commands work on the board that serve would start: DATABASE_URL, or the embedded database under DATA_DIR, beside a
board that runs on it; but seed, as serve, needs an embedded database for itself. They exit with 0 where it was done,
1 where it could not be, 2 where the call was wrong.
`;

/** Runs a command; gives the exit code. */
export async function runCommandLine(args: readonly string[], terminal: Terminal): Promise<number> {
  const [name = '', ...rest] = args;
  if (name === '--help' || name === '-h' || name === 'help') {
    terminal.stdout.write(HELP);
    return 0;
  }
  const entry = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (entry) return runCommand(name, { entry, rest, terminal });
  if (name !== '') printStatus(terminal, `there is no command “${name}”\n`);
  terminal.stderr.write(HELP);
  return 2;
}

interface Asked {
  readonly entry: Entry;
  readonly rest: readonly string[];
  readonly terminal: Terminal;
}

async function runCommand(name: string, { entry, rest, terminal }: Asked): Promise<number> {
  try {
    const command = await entry.load();
    const { values, positionals: words } = parse(command, rest);
    const { help, ...options } = values;
    if (help) terminal.stdout.write(command.help);
    else await command.run({ options, positionals: words, terminal });
    return 0;
  } catch (error) {
    if (!(error instanceof UsageError)) return fail(error, terminal);
    printStatus(terminal, `${error.message} (agent-board ${name} --help says more)`);
    return 2;
  }
}

type Values = Readonly<Record<string, string | boolean | undefined>>;

function parse({ options }: Command, rest: readonly string[]) {
  try {
    const all = { ...options, help: { type: 'boolean', short: 'h' } } as const;
    const { values, positionals } = parseArgs({ args: [...rest], options: all, allowPositionals: true });
    return { values: values as Values, positionals };
  } catch (error) {
    throw new UsageError((error as Error).message.split(/\.? To specify|\n/)[0] ?? '', { cause: error });
  }
}

const MENDABLE = [CommandError, ConfigError, MigrationError, StoreError];

/** What can be mended is one line; anything else is ours to find, with its stack. */
function fail(error: unknown, terminal: Terminal): number {
  if (error instanceof InterruptedError) {
    printStatus(terminal, error.message);
    return error.exitCode;
  }
  // Whoever read the output has seen enough.
  if ((error as NodeJS.ErrnoException).code === 'EPIPE') return 1;
  const isMendable = MENDABLE.some((kind) => error instanceof kind);
  printStatus(terminal, isMendable ? (error as Error).message : inspect(error));
  return 1;
}
