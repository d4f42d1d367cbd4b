import type { Writable } from 'node:stream';
import type { ParseArgsOptionsConfig } from 'node:util';

/** Where a command runs: nothing of it is ambient. */
export interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdout: Writable;
  readonly stderr: Writable;
  /** Rejects with InterruptedError once the command is told to stop. */
  readonly interrupted: Promise<never>;
  now(): Date;
}

export interface Invocation {
  /** Options as they were given, or their defaults. */
  readonly options: Readonly<Record<string, string | boolean | undefined>>;
  readonly positionals: readonly string[];
  readonly terminal: Terminal;
}

export interface Command {
  /** The whole help: what it does, how it is called, what each option means. */
  readonly help: string;
  readonly options?: ParseArgsOptionsConfig;
  /** Throws UsageError, and FailedError for what the operator can mend. */
  run(call: Invocation): Promise<void>;
}

/** The command is not called as it can be: one line. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** It could not be done, and the operator can mend that: one line. */
export class CommandError extends Error {
  override name = 'FailedError';
}

/** Told to stop: by Ctrl-C, or by a signal. */
export class InterruptedError extends Error {
  override name = 'InterruptedError';
  readonly exitCode: number;

  constructor(code: number) {
    super('stopped before it was done');
    this.exitCode = code;
  }
}

/** Exactly the words that a command takes. Throws UsageError. */
export function readPositionals(words: readonly string[], names: readonly string[]): readonly string[] {
  const [missing] = names.slice(words.length);
  if (missing !== undefined) throw new UsageError(`${missing} is missing`);
  const [extra] = words.slice(names.length);
  if (extra !== undefined) throw new UsageError(`“${extra}” is one word too many`);
  return words;
}

export const printLine = ({ stdout }: Terminal, line: string): void => void stdout.write(`${line}\n`);

/** Beside what a command gives: how it goes. */
export const printStatus = ({ stderr }: Terminal, line: string): void => void stderr.write(`${line}\n`);
