import { RATE_LIMITS } from '../../schema/rate-limit-buckets.ts';
import type { Fixtures } from './fixtures.ts';
import { type Server, type ServerProgram, startServer } from './server.ts';

/** The largest valid limit: calls are counted, as in production, but never refused. A limit of 0 disables counting. */
const MAX_LIMIT = '1000000';

/** Limits of points are off: nested documents would use up even the largest one within seconds. */
const LIMITS = Object.fromEntries(
  Object.values(RATE_LIMITS).map(({ variable }) => [
    variable,
    variable.startsWith('LIMIT_GRAPHQL_POINTS') ? '0' : MAX_LIMIT,
  ]),
);

/** Starts the board, with the site on the next port. */
export const startBoard = (
  fixtures: Fixtures,
  port: number,
  {
    env = {},
    nodeOptions = [],
    ...options
  }: Partial<Pick<ServerProgram, 'name' | 'nodeOptions' | 'env'>> = {},
): Promise<Server> =>
  startServer(fixtures, {
    name: 'board',
    script: 'src/main.ts',
    port,
    readyPath: '/readyz',
    // As `npm start` sets it (docs/decisions/0014-start-and-memory.md).
    nodeOptions: ['--max-semi-space-size=16', ...nodeOptions],
    ...options,
    env: {
      SITE_PORT: String(port + 1),
      // Anonymous callers come from many addresses, as they do behind a proxy.
      TRUSTED_PROXIES: '127.0.0.1/32',
      ...LIMITS,
      ...env,
    },
  });
