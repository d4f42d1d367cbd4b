import type { ClientConfig } from 'pg';
import { Writable } from 'node:stream';
import { runCommandLine } from '../../../src/commands/run.ts';

/** Exit code and output of a command. */
export interface CommandResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

class OutputBuffer extends Writable {
  text = '';

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString();
    done();
  }
}

export const PEPPER = 'a pepper for tests that is long enough';

/** Runs a command in this process. Without `DATA_DIR` or `DATABASE_URL` in `env` it cannot open a database. */
export async function runCli(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<CommandResult> {
  const [stdout, stderr] = [new OutputBuffer(), new OutputBuffer()];
  const code = await runCommandLine(args, {
    env: { DATA_DIR: '/dev/null/data', KEY_PEPPER: PEPPER, LOG_LEVEL: 'silent', ...env },
    stdout,
    stderr,
    interrupted: new Promise<never>(() => undefined),
    now: () => new Date(),
  });
  return { code, stdout: stdout.text, stderr: stderr.text };
}

/** The connection settings as a DATABASE_URL. */
export function databaseUrl({
  host = '',
  port = 5432,
  user = '',
  password,
  database = '',
}: ClientConfig): string {
  const secret = typeof password === 'string' && password !== '' ? `:${encodeURIComponent(password)}` : '';
  return `postgresql://${user}${secret}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
}
