// The sources of the metrics that are read at each scrape.
import { mapRateLimits } from '../../../schema/rate-limit-buckets.ts';

const pool = (name: string, n: number) => ({ pool: name, max: n, used: n + 1, idle: n + 2, waiting: n + 3 });

/** Sources in which each value is different. */
export const createSources = (change: object = {}) => ({
  database: {
    usage: () => ({
      pools: [pool('read', 10), pool('group', 20)],
      groupCommit: { groups: 31, writes: 32, waitedMs: 33_000 },
      replicas: [
        { name: 'a', lagMs: 4_100, isUsed: true, chosen: 42 },
        { name: 'b', lagMs: 43_000, isUsed: false, chosen: 44 },
      ],
    }),
    assertReady: () => Promise.resolve(),
    rows: () => Promise.resolve([]),
  },
  clock: { now: () => new Date() },
  usage: () => ({
    ...{ inFlight: 51, maxInFlight: 52, live: { listeners: 53, viewers: 54, streams: 55, max: 56 } },
    webhooks: { scheduled: 57, calls: { running: 58, waiting: 59 }, delivered: 60, failed: 61 },
    responses: { shared: 62, computed: 63 },
    rateLimits: mapRateLimits((bucket) =>
      bucket === 'creator' ? { calls: 64, refused: 65 } : { calls: 0, refused: 0 },
    ),
  }),
  disk: { isLow: () => false, freeBytes: () => 66 },
  ...change,
});
