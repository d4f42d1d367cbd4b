import type { Variables } from '../../schema/contract.ts';

/** Returns the variables without those that are undefined. */
export const omitUndefined = (variables: Variables): Variables =>
  Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== undefined));
