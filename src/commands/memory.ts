import { setFlagsFromString } from 'node:v8';

/** For who reads a whole board: V8 would let what is no longer needed lie about, up to twice the memory that it takes. */
export const limitHeapGrowth = (): void => setFlagsFromString('--optimize-for-size');
