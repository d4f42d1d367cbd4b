// A process for code that a stranger may have influenced: see docs/decisions/0003-judging-in-a-confined-process.md.
import { type ChildProcess, spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Seconds of processor time in the whole life of the process: one that hangs ends even when the board is gone. */
const CPU_SECONDS = 60;

/** KiB of memory beyond what `--max-old-space-size` counts, such as compiled regular expressions; V8 reserves much of it. */
const DATA_KIB = 2 * 1024 * 1024;

/** How this process strips types where Node does not (`src/agent-board.js`). Its other options are not inherited. */
const hooks = process.execArgv.filter((_, i, all) => all[i] === '--import' || all[i - 1] === '--import');

const FLAGS = [
  // Grants nothing but the reads below: no writes, processes, threads, addons or WASI; from Node 25 on no network.
  '--permission',
  '--max-old-space-size=96',
  '--max-semi-space-size=8',
  '--stack-size=3900',
  // The optimiser takes twice as long for every further “a?” of a pattern.
  '--no-regexp-optimization',
];

/** The judge's own code, and nothing beside it. */
const READABLE = [
  ...['.', '../json.ts', '../characters.ts'].map((path) => fileURLToPath(new URL(path, import.meta.url))),
  ...hooks.filter((word) => word.startsWith('file:')).map((url) => fileURLToPath(url)),
  ...packageFolders(),
];

function packageFolders(): string[] {
  const own = createRequire(import.meta.url);
  const folderOf = (require: NodeJS.Require, name: string) =>
    dirname(require.resolve(`${name}/package.json`));
  const ajv = createRequire(own.resolve('ajv/package.json'));
  const parts = ['fast-deep-equal', 'fast-uri', 'json-schema-traverse', 'require-from-string'];
  return [
    ...['ajv', 'ajv-formats'].map((name) => folderOf(own, name)),
    ...parts.map((name) => folderOf(ajv, name)),
  ];
}

/** Starts a script with an IPC channel and an empty environment. It does not keep this process running. */
export function spawnConfined(script: string, { cpuSeconds = CPU_SECONDS } = {}): ChildProcess {
  const reads = READABLE.map((path) => `--allow-fs-read=${path}`);
  // Node cannot limit a process that it starts; the shell can, and becomes the process.
  const limits = `ulimit -t ${cpuSeconds}; ulimit -c 0; ulimit -d ${DATA_KIB} 2>/dev/null; unset PWD; exec "$0" "$@"`;
  const child = spawn('/bin/sh', ['-c', limits, process.execPath, ...hooks, ...FLAGS, ...reads, script], {
    env: {},
    // Ctrl-C is not for it.
    detached: true,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  child.unref();
  child.channel?.unref();
  // An 'error' event without a listener would end this process; the end of the child is noticed anyway.
  child.on('error', () => undefined);
  return child;
}
