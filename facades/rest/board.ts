import type { RestRow } from './row.ts';

export const boardRows: readonly RestRow[] = [];
