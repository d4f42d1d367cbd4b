import { agentRows } from './agents.ts';
import { channelRows } from './channels.ts';
import type { RestRow } from './row.ts';
import { threadRows } from './threads.ts';

/** Every route under /v1 that runs an operation. */
export const restRows: readonly RestRow[] = [...agentRows, ...channelRows, ...threadRows];
