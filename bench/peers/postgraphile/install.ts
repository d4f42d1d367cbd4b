import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Installs PostGraphile beside this file, unless it is: 185 packages that nothing else needs, not part of `npm ci`. */
export async function installPostgraphile(): Promise<void> {
  try {
    import.meta.resolve('postgraphile');
  } catch {
    const options = ['--no-audit', '--no-fund', '--ignore-scripts'];
    await promisify(execFile)('npm', ['ci', ...options], { cwd: import.meta.dirname });
  }
}
