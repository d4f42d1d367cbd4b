// Starts a process for code that callers can influence; see
// docs/decisions/0003-answer-schemas-in-a-confined-process.md.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, lstatSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Maximum processor time of the process in its whole life. It ends a process that hangs after the server has ended. */
const CPU_SECONDS = 60;

/**
 * Limit of the data segment (RLIMIT_DATA): memory that `--max-old-space-size` does not limit, such as compiled regular
 * expressions. V8 reserves most of it without using it.
 */
const DATA_KIB = 2 * 1024 * 1024;

const FLAGS = [
  // Grants nothing but the reads below: no writes, processes, threads, addons or WASI; from Node 25 on no network.
  '--permission',
  // The heap in MiB; the stack in KiB, well below the usual limit of 8 MiB (`ulimit -s`).
  '--max-old-space-size=96',
  '--max-semi-space-size=8',
  '--stack-size=3900',
  // The optimizer takes exponential time for patterns such as `a?a?a?…`.
  '--no-regexp-optimization',
];

/** `.ts`, or `.js` in a package, which contains compiled modules. */
const EXTENSION = extname(import.meta.url);

/** The code of the validator, the only files that the process may read. */
const READABLE_PATHS = [
  ...[
    '.',
    `../values/json${EXTENSION}`,
    `../values/characters${EXTENSION}`,
    `../values/normalization${EXTENSION}`,
    `../values/secrets${EXTENSION}`,
  ].map((path) => fileURLToPath(new URL(path, import.meta.url))),
  ...findPackageFolders(),
];

/** Folders of the imported packages: as Node looks them up, symbolic links above them, and their real paths. */
function findPackageFolders(): readonly string[] {
  const requireHere = createRequire(import.meta.url);
  const requireFromAjv = createRequire(requireHere.resolve('ajv'));
  const dependenciesOfAjv = ['fast-deep-equal', 'fast-uri', 'json-schema-traverse', 'require-from-string'];
  const folders = [
    ...['ajv', 'ajv-formats'].flatMap((name) => folderOf(requireHere, name)),
    ...dependenciesOfAjv.flatMap((name) => folderOf(requireFromAjv, name)),
  ];
  const paths = folders.flatMap((folder) => [folder, ...linksIn(folder), realpathSync(folder)]);
  // Sorted, so that a folder comes before the paths inside it: Node ignores the grant of a folder if the grant of a path
  // inside it came first.
  return [...new Set(paths)].sort();
}

/** Returns an array with the folder in which Node finds the package; an empty one if Node does not find it. */
function folderOf(require: NodeJS.Require, name: string): readonly string[] {
  const candidates = require.resolve.paths(name) ?? [];
  return candidates
    .map((folder) => join(folder, name))
    .filter((folder) => existsSync(folder))
    .slice(0, 1);
}

/** The symbolic links among the parent folders of a path. Node must be able to read them. */
function linksIn(path: string): readonly string[] {
  const parent = dirname(path);
  if (parent === path) return [];
  const above = linksIn(parent);
  return lstatSync(parent).isSymbolicLink() ? [parent, ...above] : above;
}

/** Starts a script with an IPC channel and an empty environment. The child does not keep this process alive. */
export function spawnConfined(script: string, { cpuSeconds = CPU_SECONDS } = {}): ChildProcess {
  const reads = READABLE_PATHS.map((path) => `--allow-fs-read=${path}`);
  // Node cannot set limits of a child process. The shell sets them and then replaces itself with Node.
  const limits = `ulimit -t ${cpuSeconds}; ulimit -c 0; ulimit -d ${DATA_KIB} 2>/dev/null; unset PWD; exec "$0" "$@"`;
  const child = spawn('/bin/sh', ['-c', limits, process.execPath, ...FLAGS, ...reads, script], {
    env: {},
    // Ctrl-C in the terminal must not reach the child.
    detached: true,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  child.unref();
  child.channel?.unref();
  // An 'error' event without a listener would end this process. The 'exit' event reports the end of the child.
  child.on('error', () => undefined);
  return child;
}
