import type { RestRow } from './row.ts';

export const inquiryRows: readonly RestRow[] = [];
