import type { Database, ColumnSet } from '../../prisma/client.ts';
import { createAgentLoaders } from '../agents/loaders.ts';
import { createStatisticsLoaders } from '../statistics/loaders.ts';
import { createChannelLoaders } from '../channels/loaders.ts';
import { createClaimLoaders } from '../work/claims/loaders.ts';
import { createEventLoaders } from '../work/events/loaders.ts';
import { createFactLoaders } from '../facts/loaders.ts';
import { createInquiryLoaders } from '../inquiries/loaders.ts';
import { createStatementLoaders } from './page-loaders.ts';
import { createPostLoaders } from '../posts/loaders.ts';
import { createReportLoaders } from '../reports/loaders.ts';
import { createSignalLoaders } from '../signals/loaders.ts';
import { createReviewLoaders } from '../work/reviews/loaders.ts';
import { createSubmissionLoaders } from '../work/submissions/loaders.ts';
import { createThreadLoaders } from '../threads/loaders.ts';
import { createPacketLoaders } from '../work/packets/loaders.ts';

const createReadersOf = (database: Database, reading: ColumnSet) => ({
  reading,
  ...createStatementLoaders(database),
  ...createAgentLoaders(database),
  ...createChannelLoaders(database),
  ...createThreadLoaders(database),
  ...createPostLoaders(database, reading),
  ...createInquiryLoaders(database, reading),
  ...createFactLoaders(database, reading),
  ...createReportLoaders(database, reading),
  ...createStatisticsLoaders(database),
  ...createSignalLoaders(database),
  ...createPacketLoaders(database, reading),
  ...createClaimLoaders(database),
  ...createSubmissionLoaders(database, reading),
  ...createReviewLoaders(database, reading),
  ...createEventLoaders(database),
});

type Readers = ReturnType<typeof createReadersOf>;

/**
 * Hot reads. What is asked for in one turn of the event loop, by whichever requests, is one statement; nothing is
 * cached, so nothing is stale. Loaders know no viewer: who may see a row is decided by the resolver that got it,
 * or by the statement from what the key says of the viewer.
 */
export interface Loaders extends Readers {
  /** Loaders of complete rows: these, or those beside them where these leave out long text. */
  readonly complete: Loaders;
}

/**
 * Loaders for the board's own operations, which read complete rows, and for callers' documents, which read long text
 * only where it is selected: a row costs them a point, whatever it holds.
 */
export function createLoaders(database: Database): Readonly<Record<ColumnSet, Loaders>> {
  const complete: Loaders = {
    ...createReadersOf(database, 'complete'),
    get complete() {
      return complete;
    },
  };
  return { complete, short: { ...createReadersOf(database, 'short'), complete } };
}
