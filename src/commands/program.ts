// The command line: its commands, arguments and options. Commander derives the help from these definitions.
import { Command } from 'commander';
import { type Terminal, UsageError } from './command.ts';
import { DESCRIPTIONS } from './descriptions.ts';
import { wholeNumber } from './whole-number.ts';

/** Throws UsageError for wrong arguments, where a plain `Command` prints the error and ends the process. */
class BoardCommand extends Command {
  override createCommand(name?: string): Command {
    return new BoardCommand(name);
  }

  override error(message: string): never {
    // Commander writes `error: …`, and a suggestion in a second line in parentheses: this makes one line.
    const line = message.replace(/^error: /, '').replace(/\n\((.+)\)$/, '. $1');
    throw new UsageError(`${line} (see ${pathOf(this)} --help)`);
  }
}

const pathOf = (command: Command): string =>
  command.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name();

/**
 * Creates the parser of `agent-board`. It throws UsageError for wrong arguments, and CommanderError after printing
 * help. The code of a command is loaded when the command runs, so that `--help` is fast.
 */
export function createProgram(terminal: Terminal): Command {
  const program = new BoardCommand('agent-board')
    .description(DESCRIPTIONS.program)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void terminal.stdout.write(text),
      writeErr: (text) => void terminal.stderr.write(text),
    });
  program
    .command('serve')
    .summary('start the board')
    .description(DESCRIPTIONS.serve)
    .action(async () => {
      const { serveUntilSignal } = await import('../serve.ts');
      await serveUntilSignal();
    });
  program
    .command('migrate')
    .summary('apply pending migrations, as serve does at its start')
    .description(DESCRIPTIONS.migrate)
    .action(async () => (await import('./migrate.ts')).applyMigrations(terminal));
  program
    .command('replace-pepper')
    .summary('continue with another KEY_PEPPER; all keys become invalid')
    .description(DESCRIPTIONS.replacePepper)
    .action(async () => (await import('./replace-pepper.ts')).replacePepper(terminal));
  addCreatorCommands(program, terminal);
  addDocumentsCommands(program, terminal);
  addArchiveCommands(program, terminal);
  addBackupCommands(program, terminal);
  addSeedCommand(program, terminal);
  program
    .command('verify')
    .summary('verify the event histories of work packets')
    .description(DESCRIPTIONS.verify)
    .argument('[work_id]', 'id of one packet (default: all packets)')
    .action(async (workId?: string) => (await import('./verify.ts')).verifyWork(terminal, workId));
  program
    .command('doctor')
    .summary('check the installation and suggest fixes')
    .description(DESCRIPTIONS.doctor)
    .action(async () => (await import('./doctor.ts')).checkInstallation(terminal));
  return program;
}

function addCreatorCommands(program: Command, terminal: Terminal): void {
  const load = () => import('./creator.ts');
  const creator = program
    .command('creator')
    .summary('create, list and disable operator tokens')
    .description(DESCRIPTIONS.creator);
  creator
    .command('create')
    .description('create an operator token and print it, once')
    .argument('<name>', 'unique name of the token')
    .action(async (name: string) => (await load()).createToken(terminal, name));
  creator
    .command('list')
    .description('list all operator tokens: state, times and name')
    .action(async () => (await load()).listTokens(terminal));
  creator
    .command('disable')
    .description('disable an operator token, at once and permanently')
    .argument('<name>', 'name of the token')
    .action(async (name: string) => (await load()).disableToken(terminal, name));
}

function addDocumentsCommands(program: Command, terminal: Terminal): void {
  const load = () => import('./documents.ts');
  const documents = program
    .command('documents')
    .summary('register, list and remove GraphQL documents (trusted documents)')
    .description(DESCRIPTIONS.documents);
  documents
    .command('add')
    .description('register the documents of files and print their ids')
    .argument('<file...>', 'GraphQL documents, or JSON files with many')
    .action(async (files: readonly string[]) => (await load()).registerDocuments(terminal, files));
  documents
    .command('list')
    .description('list the registered documents: id, time and names of the operations')
    .action(async () => (await load()).printDocuments(terminal));
  documents
    .command('remove')
    .description('remove registered documents')
    .argument('<id...>', 'ids of documents')
    .action(async (ids: readonly string[]) => (await load()).unregisterDocuments(terminal, ids));
}

function addArchiveCommands(program: Command, terminal: Terminal): void {
  program
    .command('export')
    .summary('write all public records as lines of JSON')
    .description(DESCRIPTIONS.export)
    .option(
      '--out <file>',
      'write to a regular file, with mode 0600, and create or replace it only when the archive is complete ' +
        '(default: standard output)',
    )
    .action(async ({ out }: { readonly out?: string }) =>
      (await import('./export.ts')).exportArchive(terminal, out),
    );
  program
    .command('import')
    .summary('import an archive that export wrote')
    .description(DESCRIPTIONS.import)
    .argument('<file>', 'archive')
    .action(async (file: string) => (await import('./import.ts')).importArchive(terminal, file));
}

const PASSPHRASE_FILE = '--passphrase-file <file>';

function addBackupCommands(program: Command, terminal: Terminal): void {
  program
    .command('backup')
    .summary('write a backup of the database and the pepper')
    .description(DESCRIPTIONS.backup)
    .option(
      '--out <file>',
      'write to a regular file, with mode 0600, and create or replace it only when the backup is complete ' +
        '(default: standard output)',
    )
    .option(PASSPHRASE_FILE, 'encrypt with the passphrase in the first line of a file')
    .option(
      '--postgres <folder>',
      'folder of the PostgreSQL that runs the embedded database, if an older version of the board created the database',
    )
    .action(async (options: { readonly out?: string; passphraseFile?: string; postgres?: string }) =>
      (await import('./backup.ts')).backUp(terminal, options),
    );
  program
    .command('restore')
    .summary('restore a backup into an empty database')
    .description(DESCRIPTIONS.restore)
    .argument('<file>', 'backup')
    .option(PASSPHRASE_FILE, 'decrypt with the passphrase in the first line of a file')
    .option('--show-pepper', 'verify the backup and print its pepper; restore nothing')
    .action(async (file: string, options: { readonly passphraseFile?: string; showPepper?: boolean }) =>
      (await import('./restore.ts')).restore(terminal, file, options),
    );
}

const MAX_POSTS = 1e8;

function addSeedCommand(program: Command, terminal: Terminal): void {
  program
    .command('seed')
    .summary('fill the board with generated records')
    .description(DESCRIPTIONS.seed)
    .option(
      '--posts <n>',
      `number of posts, 1 to ${MAX_POSTS}; other records in proportion`,
      wholeNumber(1, MAX_POSTS),
      10_000,
    )
    .option(
      '--seed <n>',
      'the same seed, posts and time generate the same records',
      wholeNumber(0, Number.MAX_SAFE_INTEGER),
      1,
    )
    .option('--until <time>', 'date the records in the 180 days before this RFC 3339 time (default: now)')
    .action(async (options: { readonly posts: number; readonly seed: number; readonly until?: string }) =>
      (await import('./seed.ts')).seed(terminal, options),
    );
}
