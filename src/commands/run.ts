import { inspect } from 'node:util';
import { CommanderError } from 'commander';
import { CommandError, InterruptedError, printStatus, type Terminal, UsageError } from './command.ts';
import { createProgram } from './program.ts';

/** Runs a command line; returns its exit code. */
export async function runCommandLine(args: readonly string[], terminal: Terminal): Promise<number> {
  try {
    await createProgram(terminal).parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    // Help was printed: because of --help, or because the command is missing.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    if (!(error instanceof UsageError)) return printFailure(error, terminal);
    printStatus(terminal, error.message);
    return 2;
  }
}

/**
 * Prints one line for an interruption and for errors that the operator can fix, nothing for a closed pipe, and the stack for other
 * errors. Returns the exit code.
 */
async function printFailure(error: unknown, terminal: Terminal): Promise<number> {
  if (error instanceof InterruptedError) {
    printStatus(terminal, error.message);
    return error.exitCode;
  }
  // The reader of standard output, e.g. head, has closed the pipe.
  if ((error as NodeJS.ErrnoException).code === 'EPIPE') return 1;
  // Loaded only here: the modules of the error classes would slow down `--help`.
  const { isOperatorError } = await import('../operator-errors.ts');
  const isExplained = error instanceof CommandError || isOperatorError(error);
  printStatus(terminal, isExplained ? error.message : inspect(error));
  return 1;
}
