import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Load, LoadResult } from './load.ts';
import { toWire } from './request.ts';

const run = promisify(execFile);
const script = join(import.meta.dirname, 'wrk.lua');

const SEPARATOR = '\x1e';

/** Runs wrk with one thread, whose connections take the requests of the list in turn. */
export async function loadWithWrk({ port, requests, connections, seconds }: Load): Promise<LoadResult> {
  const id = randomUUID();
  const file = join(tmpdir(), `bench-${id}`);
  const host = `127.0.0.1:${port}`;
  await writeFile(file, requests.map((request) => toWire(request, host)).join(SEPARATOR));
  // wrk takes whole seconds only. On SIGINT it reports the result so far.
  const options = [
    '-t1',
    `-c${connections}`,
    `-d${Math.ceil(seconds) + 5}s`,
    '--timeout',
    '20s',
    '-s',
    script,
  ];
  const wrk = run('wrk', [...options, `http://${host}`, '--', file, `${id}-`]);
  const timer = setTimeout(() => wrk.child.kill('SIGINT'), seconds * 1000);
  try {
    const { stdout } = await wrk;
    return toResult(stdout);
  } finally {
    clearTimeout(timer);
    await rm(file, { force: true });
  }
}

interface WrkReport {
  readonly responses: number;
  readonly microseconds: number;
  readonly p50: number;
  readonly p99: number;
  readonly failures: number;
}

function toResult(output: string): LoadResult {
  const [, json] = /^result (.+)$/m.exec(output) ?? [];
  if (json === undefined) throw new Error(`wrk printed no result: ${output}`);
  const { responses, microseconds, p50, p99, failures } = JSON.parse(json) as WrkReport;
  return {
    responsesPerSecond: responses / (microseconds / 1e6),
    responses,
    p50: p50 / 1000,
    p99: p99 / 1000,
    failures,
  };
}
