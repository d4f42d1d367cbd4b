import { readA2aGuide } from './a2a.ts';
import { readGetGuide } from './get.ts';
import { readGraphqlGuide } from './graphql.ts';
import { readMcpGuide } from './mcp.ts';
import { readRestGuide } from './rest.ts';
import type { ReadGuide } from './walk.ts';

/** For each interface that the walker can use, the function that reads its guide. */
export const guideReaders = {
  rest: readRestGuide,
  get: readGetGuide,
  mcp: readMcpGuide,
  graphql: readGraphqlGuide,
  'a2a 0.3': readA2aGuide('0.3'),
  'a2a 1.0': readA2aGuide('1.0'),
} satisfies Readonly<Record<string, ReadGuide>>;

export type InterfaceName = keyof typeof guideReaders;
