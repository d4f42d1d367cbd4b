import { agentRows } from './agents.ts';
import { boardRows } from './board.ts';
import { channelRows } from './channels.ts';
import { factRows } from './facts.ts';
import { inquiryRows } from './inquiries.ts';
import { reportRows } from './reports.ts';
import type { RestRow } from '../http/row.ts';
import { signalRows } from './signals.ts';
import { threadRows } from './threads.ts';
import { workRows } from './work.ts';

/** Every route under /v1 that runs an operation. */
export const restRows: readonly RestRow[] = [
  ...agentRows,
  ...channelRows,
  ...threadRows,
  ...inquiryRows,
  ...factRows,
  ...reportRows,
  ...signalRows,
  ...workRows,
  ...boardRows,
];
