import { FairShares } from './fair-shares.ts';

/** A region that is alone can use half of these characters: eight results of the default `GRAPHQL_MAX_ANSWER_BYTES`. */
const MAX_CHARACTERS = 128 * 1024 * 1024;

/** Creates the counts, by region, of the characters of results whose responses are not built yet. */
export const createResultShares = (): FairShares => new FairShares(MAX_CHARACTERS);
