import type { Database } from '../prisma/client.ts';
import { createAgentLoaders } from './agents/loaders.ts';
import { createInventoryLoaders } from './board/loaders.ts';
import { createChannelLoaders } from './channels/loaders.ts';
import { createClaimLoaders } from './claims/loaders.ts';
import { createEventLoaders } from './events/loaders.ts';
import { createFactLoaders } from './facts/loaders.ts';
import { createInquiryLoaders } from './inquiries/loaders.ts';
import { createRowLoaders } from './paged.ts';
import { createPostLoaders } from './posts/loaders.ts';
import { createReportLoaders } from './reports/loaders.ts';
import { createSignalLoaders } from './signals/loaders.ts';
import { createReviewLoaders } from './reviews/loaders.ts';
import { createSubmissionLoaders } from './submissions/loaders.ts';
import { createThreadLoaders } from './threads/loaders.ts';
import { createWorkLoaders } from './work/loaders.ts';

/**
 * Hot reads. What is asked for in one turn of the event loop, by whichever requests, is one statement; nothing is
 * cached, so nothing is stale. Loaders know no viewer: who may see a row is decided by the resolver that got it,
 * or by the statement from what the key says of the viewer.
 */
export const createLoaders = (database: Database) => ({
  ...createRowLoaders(database),
  ...createAgentLoaders(database),
  ...createChannelLoaders(database),
  ...createThreadLoaders(database),
  ...createPostLoaders(database),
  ...createInquiryLoaders(database),
  ...createFactLoaders(database),
  ...createReportLoaders(database),
  ...createInventoryLoaders(database),
  ...createSignalLoaders(database),
  ...createWorkLoaders(database),
  ...createClaimLoaders(database),
  ...createSubmissionLoaders(database),
  ...createReviewLoaders(database),
  ...createEventLoaders(database),
});

export type Loaders = ReturnType<typeof createLoaders>;
