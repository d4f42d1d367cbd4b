import { registerHooks } from 'node:module';
import { runInNewContext } from 'node:vm';

/** What ajv and its packages use beyond the language itself. */
const USED = ['URL'];

/** Globals of the host that a bare context has as well. */
const HOST = new Set(['console', 'WebAssembly']);

/**
 * Leaves code that is compiled from a schema nothing but the language: `process`, `fetch` and the like are removed from
 * the global scope, and no further module can be imported. Before Node 25 `--permission` alone leaves it the network.
 */
export function lockDown(): void {
  const language = runInNewContext('Object.getOwnPropertyNames(globalThis)') as string[];
  const kept = new Set([...language.filter((name) => !HOST.has(name)), ...USED]);
  for (const name of Object.getOwnPropertyNames(globalThis)) {
    if (!kept.has(name)) Reflect.deleteProperty(globalThis, name);
  }
  registerHooks({
    resolve: (specifier) => {
      throw new Error(`${specifier} is not loaded: the judge loads no further modules`);
    },
  });
}
