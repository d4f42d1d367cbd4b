import { spawnSync } from 'node:child_process';
import { loadWithAutocannon } from './autocannon.ts';
import type { LoadGenerator } from './load.ts';
import { loadWithWrk } from './wrk.ts';

export const GENERATORS = { wrk: loadWithWrk, autocannon: loadWithAutocannon } satisfies Record<
  string,
  LoadGenerator
>;
export type GeneratorName = keyof typeof GENERATORS;

/** wrk uses the least processor time of the two; autocannon is available everywhere through npm. */
export const bestGenerator = (): GeneratorName =>
  spawnSync('wrk', ['--version']).error === undefined ? 'wrk' : 'autocannon';
