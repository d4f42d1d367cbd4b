import { FairShares } from './fair-shares.ts';

/** A region that is alone can use half of them: eight results of the maximum size. */
const MAX_CHARACTERS = 128 * 1024 * 1024;

/** Creates the counts, by region, of the characters of results whose responses are not built yet. */
export const createResultShares = (): FairShares => new FairShares(MAX_CHARACTERS);
