// Module hooks that strip types from the board's own modules. Node does this itself, except below node_modules.
import { readFileSync } from 'node:fs';
import { registerHooks, stripTypeScriptTypes } from 'node:module';
import process from 'node:process';
import { fileURLToPath, URL } from 'node:url';

const root = new URL('..', import.meta.url).href;

/** @type {(url: string) => boolean} */
const isOwn = (url) =>
  url.startsWith(root) && url.endsWith('.ts') && !url.slice(root.length).startsWith('node_modules/');

// Node warns once that stripping types is experimental. Users cannot act on it, so the warning is suppressed.
const emitWarning = Object.getOwnPropertyDescriptor(process, 'emitWarning');
process.emitWarning = () => undefined;
stripTypeScriptTypes('');
if (emitWarning) Object.defineProperty(process, 'emitWarning', emitWarning);

registerHooks({
  load: (url, context, next) => {
    if (!isOwn(url)) return next(url, context);
    const source = stripTypeScriptTypes(readFileSync(fileURLToPath(url), 'utf8'));
    return { format: 'module', source, shortCircuit: true };
  },
});
