import { spawnSync } from 'node:child_process';
import { loadWithAutocannon } from './autocannon.ts';
import type { HttpRequest } from './request.ts';
import { loadWithWrk } from './wrk.ts';

/** Requests, sent over and over in this order by all connections together, each as soon as the last is answered. */
export interface Load {
  readonly port: number;
  readonly requests: readonly HttpRequest[];
  readonly connections: number;
  readonly seconds: number;
}

export interface LoadResult {
  /** Answers per second. */
  readonly responsesPerSecond: number;
  readonly responses: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** Answers other than 2xx, and connections that broke. */
  readonly failures: number;
}

export type LoadGenerator = (load: Load) => Promise<LoadResult>;

export const GENERATORS = { wrk: loadWithWrk, autocannon: loadWithAutocannon } satisfies Record<
  string,
  LoadGenerator
>;
export type GeneratorName = keyof typeof GENERATORS;

/** wrk takes the least from the machine it shares with what it measures; npm brings autocannon everywhere. */
export const bestGenerator = (): GeneratorName =>
  spawnSync('wrk', ['--version']).error === undefined ? 'wrk' : 'autocannon';
