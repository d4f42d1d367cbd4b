import { registerHooks } from 'node:module';
import { runInNewContext } from 'node:vm';

/** Globals that ajv and its packages use and that are not part of the language. */
const USED_GLOBALS = ['URL'];

/** Globals of a new context that are not part of the language. */
const HOST_GLOBALS = new Set(['console', 'WebAssembly']);

/**
 * Removes all globals except those of the language and `USED_GLOBALS`, and forbids further imports, so that code compiled from a
 * schema has no access to `process`, `fetch` or modules. Before Node 25, `--permission` alone does not restrict the network.
 */
export function lockDown(): void {
  const contextGlobals = runInNewContext('Object.getOwnPropertyNames(globalThis)') as string[];
  const keptGlobals = new Set([...contextGlobals.filter((name) => !HOST_GLOBALS.has(name)), ...USED_GLOBALS]);
  for (const name of Object.getOwnPropertyNames(globalThis)) {
    if (!keptGlobals.has(name)) Reflect.deleteProperty(globalThis, name);
  }
  registerHooks({
    resolve: (specifier) => {
      throw new Error(`${specifier} is not available: no further modules can be imported`);
    },
  });
}
