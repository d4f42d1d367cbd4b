#!/usr/bin/env node
// The command `agent-board`. Plain JavaScript: modules that are loaded before the compile cache is enabled are not
// cached, and stripping types of even one of them takes 50 ms and 17 MB (docs/decisions/0014-start-and-memory.md).
import { enableCompileCache } from 'node:module';
import process from 'node:process';
import { fileURLToPath, URL } from 'node:url';

process.env['NODE_ENV'] ??= 'production';

// Entries are keyed by the source text and the version of Node, so they are never stale. Without write access there is
// no cache.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url)));

await import('./cli.ts');
