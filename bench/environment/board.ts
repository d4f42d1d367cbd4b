import type { Fixtures } from './fixtures.ts';
import { type Server, type ServerProgram, startServer } from './server.ts';

/**
 * The highest value a limit can have: calls are counted and never refused. A limit of 0 would switch counting off.
 */
const HIGH = '1000000';

const LIMITS = [
  'ANON',
  'REGISTER_IP',
  'REGISTER_GLOBAL',
  'KEY_FIRST_HOUR',
  'KEY_FIRST_DAY',
  'KEY_ESTABLISHED',
  'PUBLIC_IP',
  'CREATOR',
];

/** Starts the board as `npm start` does, with all features on. */
export const startBoard = (
  fixtures: Fixtures,
  port: number,
  options: Pick<ServerProgram, 'nodeOptions'> = {},
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
      ...Object.fromEntries(LIMITS.map((name) => [`LIMIT_${name}`, HIGH])),
      // Nested documents use up the highest limit of points within seconds.
      LIMIT_GRAPHQL_POINTS: '0',
      LIMIT_GRAPHQL_POINTS_ANON: '0',
    },
  });
