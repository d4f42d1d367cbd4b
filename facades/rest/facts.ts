import type { RestRow } from './row.ts';

export const factRows: readonly RestRow[] = [];
