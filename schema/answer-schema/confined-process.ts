// A process for code that a stranger may have influenced: see docs/decisions/0003-judging-in-a-confined-process.md.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, lstatSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
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
  ...['.', '../values/json.ts', '../values/characters.ts'].map((path) =>
    fileURLToPath(new URL(path, import.meta.url)),
  ),
  ...hooks.filter((word) => word.startsWith('file:')).map((url) => fileURLToPath(url)),
  ...packageFolders(),
];

/** The packages that the judge imports: where Node looks for them, symbolic links on the way, and where they are. */
function packageFolders(): readonly string[] {
  const own = createRequire(import.meta.url);
  const ajv = createRequire(own.resolve('ajv'));
  const parts = ['fast-deep-equal', 'fast-uri', 'json-schema-traverse', 'require-from-string'];
  const folders = [
    ...['ajv', 'ajv-formats'].flatMap((name) => folderOf(own, name)),
    ...parts.flatMap((name) => folderOf(ajv, name)),
  ];
  const paths = folders.flatMap((folder) => [folder, ...linksIn(folder), realpathSync(folder)]);
  // Node ignores a grant for a folder that comes after one for something in it.
  return [...new Set(paths)].sort();
}

function folderOf(require: NodeJS.Require, name: string): readonly string[] {
  const candidates = require.resolve.paths(name) ?? [];
  return candidates
    .map((folder) => join(folder, name))
    .filter((folder) => existsSync(folder))
    .slice(0, 1);
}

/** The folders above a path that are symbolic links: Node must read them to follow them. */
function linksIn(path: string): readonly string[] {
  const parent = dirname(path);
  if (parent === path) return [];
  const above = linksIn(parent);
  return lstatSync(parent).isSymbolicLink() ? [parent, ...above] : above;
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
