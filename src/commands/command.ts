import type { Writable } from 'node:stream';
import type { ParseArgsOptionsConfig } from 'node:util';

/** What a command may use of its process. */
export interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdout: Writable;
  readonly stderr: Writable;
  /** Rejects with InterruptedError on SIGINT or SIGTERM. */
  readonly interrupted: Promise<never>;
  now(): Date;
}

export interface Invocation {
  readonly options: Readonly<Record<string, string | boolean | undefined>>;
  /** Arguments that are not options. */
  readonly positionals: readonly string[];
  readonly terminal: Terminal;
}

export interface Command {
  /** The complete text of `--help`. */
  readonly help: string;
  readonly options?: ParseArgsOptionsConfig;
  /** Throws UsageError for wrong arguments, CommandError for problems that the operator can fix. */
  run(invocation: Invocation): Promise<void>;
}

/** The arguments are wrong. The message is one line. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** The command failed, and the operator can fix the cause. The message is one line. */
export class CommandError extends Error {
  override name = 'CommandError';
}

/** The command was interrupted by SIGINT or SIGTERM. */
export class InterruptedError extends Error {
  override name = 'InterruptedError';
  readonly exitCode: number;

  constructor(exitCode: number) {
    super('interrupted');
    this.exitCode = exitCode;
  }
}

/** Returns the positional arguments if there are as many as `names`. Throws UsageError otherwise. */
export function readPositionals(positionals: readonly string[], names: readonly string[]): readonly string[] {
  const [missing] = names.slice(positionals.length);
  if (missing !== undefined) throw new UsageError(`${missing} is missing`);
  const [extra] = positionals.slice(names.length);
  if (extra !== undefined) throw new UsageError(`unexpected argument “${extra}”`);
  return positionals;
}

/** Prints a line of the command's result to standard output. */
export const printLine = ({ stdout }: Terminal, line: string): void => void stdout.write(`${line}\n`);

/** Prints a line about the command's progress to standard error. */
export const printStatus = ({ stderr }: Terminal, line: string): void => void stderr.write(`${line}\n`);
