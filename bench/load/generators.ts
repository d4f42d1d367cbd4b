import { spawnSync } from 'node:child_process';
import { loadWithAutocannon } from './autocannon.ts';
import type { LoadGenerator } from './load.ts';
import { loadWithWrk } from './wrk.ts';

/** The load generators by the name that `--generator` takes. */
export const GENERATORS = { wrk: loadWithWrk, autocannon: loadWithAutocannon } satisfies Record<
  string,
  LoadGenerator
>;
export type GeneratorName = keyof typeof GENERATORS;

/** wrk if it is installed, because it leaves more processor time to the servers; else autocannon, an npm package. */
export const chooseDefaultGenerator = (): GeneratorName =>
  spawnSync('wrk', ['--version']).error === undefined ? 'wrk' : 'autocannon';
