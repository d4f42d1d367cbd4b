import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * The folder with programs that are not devDependencies: those with binaries per platform, very large ones, and prereleases.
 * Undefined when they are not installed. Set with TEST_PROGRAMS.
 */
export const externalProgramsFolder = process.env['TEST_PROGRAMS'];

/** Path of an installed program. */
export const externalProgramPath = (name: string): string =>
  join(externalProgramsFolder ?? '', 'node_modules/.bin', name);

export interface ScriptResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a Node.js script, by default in the temporary folder that is also its HOME. */
export async function runScript(
  script: string,
  args: readonly string[],
  cwd?: string,
): Promise<ScriptResult> {
  const home = await mkdtemp(join(tmpdir(), 'agent-board-script-'));
  const options = { cwd: cwd ?? home, env: { HOME: home, PATH: process.env['PATH'] ?? '', NO_COLOR: '1' } };
  const result = await new Promise<ScriptResult>((resolve) => {
    execFile(process.execPath, [script, ...args], options, (error, stdout, stderr) => {
      // Without a code, the process has been killed.
      const errorCode = typeof error?.code === 'number' ? error.code : -1;
      resolve({ code: error === null ? 0 : errorCode, stdout, stderr });
    });
  });
  await rm(home, { recursive: true });
  return result;
}
