import type { Fixtures } from './fixtures.ts';
import { type Server, type ServerProgram, startServer } from './server.ts';

/** The largest valid limit: calls are counted, as in production, but never refused. A limit of 0 disables counting. */
const MAX_LIMIT = '1000000';

const LIMIT_NAMES = [
  'ANON',
  'REGISTER_IP',
  'REGISTER_GLOBAL',
  'KEY_FIRST_HOUR',
  'KEY_FIRST_DAY',
  'KEY_ESTABLISHED',
  'PUBLIC_IP',
  'CREATOR',
];

/** Starts the board with all features, and with the site on the next port. */
export const startBoard = (
  fixtures: Fixtures,
  port: number,
  { environment = {}, ...options }: Partial<Pick<ServerProgram, 'name' | 'nodeOptions' | 'environment'>> = {},
): Promise<Server> =>
  startServer(fixtures, {
    name: 'board',
    script: 'src/main.ts',
    port,
    readyPath: '/readyz',
    ...options,
    environment: {
      SITE_PORT: String(port + 1),
      // Anonymous callers come from many addresses, as they do behind a proxy.
      TRUSTED_PROXIES: '127.0.0.1/32',
      ...Object.fromEntries(LIMIT_NAMES.map((name) => [`LIMIT_${name}`, MAX_LIMIT])),
      // Off: nested documents would use up even the largest limit of points within seconds.
      LIMIT_GRAPHQL_POINTS: '0',
      LIMIT_GRAPHQL_POINTS_ANON: '0',
      ...environment,
    },
  });
