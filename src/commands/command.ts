import type { Writable } from 'node:stream';

/** The parts of the process that a command may use. */
export interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdout: Writable;
  readonly stderr: Writable;
  /** Rejects with InterruptedError on SIGINT or SIGTERM. */
  readonly interrupted: Promise<never>;
  now(): Date;
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

/** Prints a line of the command's result to standard output. */
export const printLine = ({ stdout }: Terminal, line: string): void => void stdout.write(`${line}\n`);

/** Prints a line that is not part of the command's result to standard error. */
export const printStatus = ({ stderr }: Terminal, line: string): void => void stderr.write(`${line}\n`);
