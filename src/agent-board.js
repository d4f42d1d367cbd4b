#!/usr/bin/env node
// The command `agent-board`. Plain JavaScript, so that it runs wherever a package manager puts it.
import process from 'node:process';
import { URL } from 'node:url';

process.env['NODE_ENV'] ??= 'production';

if (import.meta.url.includes('/node_modules/')) {
  // Node leaves types in what is installed: they are taken out here, and in the processes that the board starts.
  const hooks = new URL('./strip-types.js', import.meta.url).href;
  process.execArgv.push('--import', hooks);
  await import(hooks);
}

await import('./cli.ts');
