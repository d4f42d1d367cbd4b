import type { RestRow } from './row.ts';

export const workRows: readonly RestRow[] = [];
