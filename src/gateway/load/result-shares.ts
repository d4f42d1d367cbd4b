import { getHeapStatistics } from 'node:v8';
import { FairShares } from './fair-shares.ts';

/** A region that is alone can use half of these characters: eight results of the default `GRAPHQL_MAX_ANSWER_BYTES`. */
const MAX_CHARACTERS = 128 * 1024 * 1024;

/** A character takes two bytes in most scripts, and the rows of the results that are being read take memory as well. */
const HEAP_BYTES_PER_CHARACTER = 16;

/**
 * Creates the shares of regions in the characters of results whose responses are not built yet. In a small heap, such as in a
 * container with little memory, fewer characters are allowed: otherwise these results could fill the heap, which ends the process.
 */
export const createResultShares = (heapBytes = getHeapStatistics().heap_size_limit): FairShares =>
  new FairShares(Math.min(MAX_CHARACTERS, Math.floor(heapBytes / HEAP_BYTES_PER_CHARACTER)));
