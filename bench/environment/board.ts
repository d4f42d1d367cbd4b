import type { Fixtures } from './fixtures.ts';
import { type Server, type ServerProgram, startServer } from './server.ts';

/** As high as a limit can be set: counted, and never reached. Without a limit nothing would be counted. */
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

/** The board as `npm start` starts it, with everything on. */
export const startBoard = (
  ground: Fixtures,
  port: number,
  options: Pick<ServerProgram, 'nodeOptions'> = {},
): Promise<Server> =>
  startServer(ground, {
    name: 'board',
    script: 'src/main.ts',
    port,
    readyPath: '/readyz',
    ...options,
    environment: {
      SITE_PORT: String(port + 1),
      // Callers of public pages come from many addresses, as they do through a proxy.
      TRUSTED_PROXIES: '127.0.0.1/32',
      ...Object.fromEntries(LIMITS.map((name) => [`LIMIT_${name}`, HIGH])),
    },
  });
