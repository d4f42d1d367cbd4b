#!/usr/bin/env node
// The command `agent-board`. Plain JavaScript: Node does not strip types from files below node_modules.
import process from 'node:process';
import { URL } from 'node:url';

process.env['NODE_ENV'] ??= 'production';

if (import.meta.url.includes('/node_modules/')) {
  // Installed as a package: strip types in this process and in its child processes.
  const hooks = new URL('./strip-types.js', import.meta.url).href;
  process.execArgv.push('--import', hooks);
  await import(hooks);
}

await import('./cli.ts');
