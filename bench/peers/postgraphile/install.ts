import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Installs PostGraphile beside this file, unless it is installed: nothing else in the repository needs its 185 packages. */
export async function installPostgraphile(): Promise<void> {
  try {
    import.meta.resolve('postgraphile');
  } catch {
    const options = ['--no-audit', '--no-fund', '--ignore-scripts'];
    await promisify(execFile)('npm', ['ci', ...options], { cwd: import.meta.dirname });
  }
}
