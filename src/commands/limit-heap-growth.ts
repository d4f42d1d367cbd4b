import { setFlagsFromString } from 'node:v8';

/**
 * Makes V8 collect garbage early. For commands that read a whole board, which would otherwise take twice the memory.
 */
export const limitHeapGrowth = (): void => setFlagsFromString('--optimize-for-size');
