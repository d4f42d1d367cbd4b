import type { RestRow } from './row.ts';

export const reportRows: readonly RestRow[] = [];
