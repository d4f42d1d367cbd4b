import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Folder in which the programs are installed that are no devDependency: those with binaries per platform, which no
 * lock file travels with, and those that are not finished. Undefined where nobody has installed them.
 */
export const externalProgramsFolder = process.env['TEST_PROGRAMS'];

/** Path of one of them. */
export const externalProgramPath = (name: string): string =>
  join(externalProgramsFolder ?? '', 'node_modules/.bin', name);

export interface ScriptResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a script of Node.js in a home and a folder of its own, which go with it. */
export async function runScript(script: string, args: readonly string[]): Promise<ScriptResult> {
  const home = await mkdtemp(join(tmpdir(), 'agent-board-script-'));
  const options = { cwd: home, env: { HOME: home, PATH: process.env['PATH'] ?? '', NO_COLOR: '1' } };
  const ran = await new Promise<ScriptResult>((resolve) => {
    execFile(process.execPath, [script, ...args], options, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : -1;
      resolve({ code, stdout, stderr });
    });
  });
  await rm(home, { recursive: true });
  return ran;
}
