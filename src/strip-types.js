// Takes the types out of the board's own modules, as Node does by itself wherever they are not installed as a package.
import { readFileSync } from 'node:fs';
import { registerHooks, stripTypeScriptTypes } from 'node:module';
import process from 'node:process';
import { fileURLToPath, URL } from 'node:url';

const root = new URL('..', import.meta.url).href;

/** @type {(url: string) => boolean} */
const isOwn = (url) =>
  url.startsWith(root) && url.endsWith('.ts') && !url.slice(root.length).startsWith('node_modules/');

// That this is experimental Node says once, and whoever installed the board can do nothing about it.
const told = Object.getOwnPropertyDescriptor(process, 'emitWarning');
process.emitWarning = () => undefined;
stripTypeScriptTypes('');
if (told) Object.defineProperty(process, 'emitWarning', told);

registerHooks({
  load: (url, context, next) => {
    if (!isOwn(url)) return next(url, context);
    const source = stripTypeScriptTypes(readFileSync(fileURLToPath(url), 'utf8'));
    return { format: 'module', source, shortCircuit: true };
  },
});
