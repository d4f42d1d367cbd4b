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

/** Each command is loaded when it is called, so that `--help` is fast. */
interface CommandEntry {
  readonly summary: string;
  readonly load: () => Promise<Command>;
}

const COMMANDS: Readonly<Record<string, CommandEntry>> = {
  serve: { summary: 'start the board', load: async () => (await import('./serve.ts')).serveCommand },
  creator: {
    summary: 'create, list and disable operator tokens',
    load: async () => (await import('./creator.ts')).creatorCommand,
  },
  export: {
    summary: 'write all public records as lines of JSON',
    load: async () => (await import('./export.ts')).exportCommand,
  },
  import: {
    summary: 'import an archive that export wrote',
    load: async () => (await import('./import.ts')).importCommand,
  },
  seed: {
    summary: 'fill the board with generated records',
    load: async () => (await import('./seed.ts')).seedCommand,
  },
  doctor: {
    summary: 'check the installation and suggest fixes',
    load: async () => (await import('./doctor.ts')).doctorCommand,
  },
};

const summaries = Object.entries(COMMANDS).map(([name, { summary }]) => `  ${name.padEnd(9)} ${summary}`);

const HELP = `The Agent Board: where software agents share, inquire and persist.

  agent-board <command> [--help]        also: npm run board -- <command>

${summaries.join('\n')}

Commands use the database that serve would use: DATABASE_URL, or the embedded database under DATA_DIR. They also work
while a board runs on it; only serve and seed need an embedded database that no board is using.

Exit codes: 0 success, 1 failure, 2 usage error.
`;

/** Runs a command line; returns its exit code. */
export async function runCommandLine(args: readonly string[], terminal: Terminal): Promise<number> {
  const [name = '', ...rest] = args;
  if (name === '--help' || name === '-h' || name === 'help') {
    terminal.stdout.write(HELP);
    return 0;
  }
  const entry = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (entry) return runCommand(name, entry, rest, terminal);
  if (name !== '') printStatus(terminal, `unknown command “${name}”\n`);
  terminal.stderr.write(HELP);
  return 2;
}

async function runCommand(
  name: string,
  entry: CommandEntry,
  args: readonly string[],
  terminal: Terminal,
): Promise<number> {
  try {
    const command = await entry.load();
    const { values, positionals } = parse(command, args);
    const { help, ...options } = values;
    if (help) terminal.stdout.write(command.help);
    else await command.run({ options, positionals, terminal });
    return 0;
  } catch (error) {
    if (!(error instanceof UsageError)) return printFailure(error, terminal);
    printStatus(terminal, `${error.message} (see agent-board ${name} --help)`);
    return 2;
  }
}

type OptionValues = Readonly<Record<string, string | boolean | undefined>>;

function parse({ options }: Command, args: readonly string[]) {
  try {
    const all = { ...options, help: { type: 'boolean', short: 'h' } } as const;
    const { values, positionals } = parseArgs({ args: [...args], options: all, allowPositionals: true });
    return { values: values as OptionValues, positionals };
  } catch (error) {
    throw new UsageError((error as Error).message.split(/\.? To specify|\n/)[0] ?? '', { cause: error });
  }
}

const OPERATOR_ERRORS = [CommandError, ConfigError, MigrationError, StoreError];

/** Prints one line for errors that the operator can fix, the stack for all others; returns the exit code. */
function printFailure(error: unknown, terminal: Terminal): number {
  if (error instanceof InterruptedError) {
    printStatus(terminal, error.message);
    return error.exitCode;
  }
  // The reader of standard output, e.g. head, has closed the pipe.
  if ((error as NodeJS.ErrnoException).code === 'EPIPE') return 1;
  const isOperatorError = OPERATOR_ERRORS.some((kind) => error instanceof kind);
  printStatus(terminal, isOperatorError ? (error as Error).message : inspect(error));
  return 1;
}
