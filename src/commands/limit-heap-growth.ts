import { setFlagsFromString } from 'node:v8';

/** Makes V8 collect garbage early. Commands that read a whole board would otherwise take twice the memory. */
export const limitHeapGrowth = (): void => setFlagsFromString('--optimize-for-size');
