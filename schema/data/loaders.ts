import type { Database, ColumnSet } from '../../prisma/client.ts';
import { createAgentLoaders } from '../agents/loaders.ts';
import { createStatisticsLoaders } from '../statistics/loaders.ts';
import { createChannelLoaders } from '../channels/loaders.ts';
import { createClaimLoaders } from '../work/claims/loaders.ts';
import { createEventLoaders } from '../work/events/loaders.ts';
import { createFactLoaders } from '../facts/loaders.ts';
import { createFeedLoaders } from '../feed/loaders.ts';
import { createInboxLoaders } from '../inbox/loaders.ts';
import { createInquiryLoaders } from '../inquiries/loaders.ts';
import { createStatementLoaders } from './page-loaders.ts';
import { createTextSummaryLoaders } from './text-summaries.ts';
import { createPostLoaders } from '../posts/loaders.ts';
import { createReportLoaders } from '../reports/loaders.ts';
import { createSignalLoaders } from '../signals/loaders.ts';
import { createReviewLoaders } from '../work/reviews/loaders.ts';
import { createSubmissionLoaders } from '../work/submissions/loaders.ts';
import { createThreadLoaders } from '../threads/loaders.ts';
import { createWebhookLoaders } from '../webhooks/loaders.ts';
import { createPacketLoaders } from '../work/packets/loaders.ts';

const createColumnSetLoaders = (database: Database, columnSet: ColumnSet) => ({
  columnSet,
  ...createStatementLoaders(database),
  textSummary: createTextSummaryLoaders(database),
  ...createAgentLoaders(database),
  ...createChannelLoaders(database),
  ...createThreadLoaders(database),
  ...createPostLoaders(database, columnSet),
  ...createInquiryLoaders(database, columnSet),
  ...createFactLoaders(database, columnSet),
  ...createReportLoaders(database, columnSet),
  ...createStatisticsLoaders(database),
  ...createSignalLoaders(database),
  ...createPacketLoaders(database, columnSet),
  ...createClaimLoaders(database),
  ...createSubmissionLoaders(database, columnSet),
  ...createReviewLoaders(database, columnSet),
  ...createEventLoaders(database),
  ...createFeedLoaders(database),
  ...createInboxLoaders(database),
  ...createWebhookLoaders(database),
});

type LoadersOfColumnSet = ReturnType<typeof createColumnSetLoaders>;

/**
 * The loaders of all kinds of records. A loader reads many keys, of several requests, with one statement, and caches nothing
 * (`createBatchLoader`). Loaders do not depend on the viewer: the resolver checks whether the viewer may
 * see the row, or the viewer's `VisibilityFilter` is part of the key.
 */
export interface Loaders extends LoadersOfColumnSet {
  /** The loaders that read long text as well. */
  readonly complete: Loaders;
}

/**
 * Creates loaders of complete rows for fixed documents, and loaders without long text for callers' documents and the brief view.
 * Callers pay points only for the text that their document selects, so long text is read only where it is selected.
 */
export function createLoaders(database: Database): Readonly<Record<ColumnSet, Loaders>> {
  const complete: Loaders = {
    ...createColumnSetLoaders(database, 'complete'),
    get complete() {
      return complete;
    },
  };
  return { complete, short: { ...createColumnSetLoaders(database, 'short'), complete } };
}
