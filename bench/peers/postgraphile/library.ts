// Types for the part of PostGraphile that is used here. Importing its types would change those of `graphql` in
// the whole repository.
import type { IncomingMessage, Server } from 'node:http';
import { createRequire } from 'node:module';
import type { PoolConfig } from 'pg';

interface Served {
  addTo(server: Server): Promise<void>;
  release(): Promise<void>;
}

interface Preset {
  readonly extends: readonly object[];
  readonly plugins: readonly object[];
  readonly pgServices: readonly object[];
  readonly grafserv: { readonly graphiql: boolean; readonly watch: boolean };
  readonly grafast: { context(request: { node?: { req: IncomingMessage } }): object | Promise<object> };
}

interface Library {
  readonly core: { readonly postgraphile: (preset: Preset) => { createServ(grafserv: object): Served } };
  readonly amber: { readonly PostGraphileAmberPreset: object };
  readonly node: { readonly grafserv: object };
  readonly utils: { readonly makeJSONPgSmartTagsPlugin: (tags: object) => object };
  readonly pg: {
    readonly makePgService: (options: {
      readonly connectionString: string;
      readonly schemas: readonly string[];
      readonly poolConfig: PoolConfig;
    }) => object;
  };
}

const require = createRequire(import.meta.url);

const load = <Part extends keyof Library>(name: string) => require(name) as Library[Part];

export const { postgraphile } = load<'core'>('postgraphile');
export const { PostGraphileAmberPreset } = load<'amber'>('postgraphile/presets/amber');
export const { grafserv } = load<'node'>('postgraphile/grafserv/node');
export const { makeJSONPgSmartTagsPlugin } = load<'utils'>('postgraphile/utils');
export const { makePgService } = load<'pg'>('postgraphile/adaptors/pg');
