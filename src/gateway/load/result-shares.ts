import { FairShares } from './fair-shares.ts';

/** Characters of the results of GraphQL and MCP whose responses are not built yet: room for eight of the largest ones of a region. */
const MAX_CHARACTERS = 128 * 1024 * 1024;

export const createResultShares = (): FairShares => new FairShares(MAX_CHARACTERS);
