import { readPendingPages } from '../../../schema/webhooks/due.ts';
import { ofApp, type ReadMetric } from './read-metric.ts';

/** Shared responses, rate limits, waiting requests and webhooks. */
export const appMetrics: readonly ReadMetric[] = [
  {
    name: 'board_responses_total',
    help: 'Results of reads: shared with another request, or computed.',
    labels: ['outcome'],
    read: ofApp(({ responses }) => Object.entries(responses).map(([outcome, count]) => [count, { outcome }])),
  },
  {
    name: 'board_rate_limit_calls_total',
    help: 'Calls counted against a rate limit, and GraphQL documents that took points from one.',
    labels: ['bucket'],
    read: ofApp(({ rateLimits }) =>
      Object.entries(rateLimits).map(([bucket, { calls }]) => [calls, { bucket }]),
    ),
  },
  {
    name: 'board_rate_limit_refused_total',
    help: 'Calls and documents that a rate limit refused.',
    labels: ['bucket'],
    read: ofApp(({ rateLimits }) =>
      Object.entries(rateLimits).map(([bucket, { refused }]) => [refused, { bucket }]),
    ),
  },
  {
    name: 'board_waiting',
    help: 'By kind: `listener`, requests that wait for news, streams among them; `stream`, streams; `viewer`, viewers of live pages.',
    labels: ['kind'],
    read: ofApp(({ live: { listeners, streams, viewers } }) => [
      [listeners, { kind: 'listener' }],
      [streams, { kind: 'stream' }],
      [viewers, { kind: 'viewer' }],
    ]),
  },
  {
    name: 'board_waiting_max',
    help: 'Maximum number of listeners and viewers together, and of streams (MAX_WAITING).',
    read: ofApp(({ live }) => [[live.max]]),
  },
  {
    name: 'board_webhooks_scheduled',
    help: 'Webhooks that wait for a call, are being called, or pause after a call.',
    read: ofApp(({ webhooks }) => [[webhooks.scheduled]]),
  },
  {
    name: 'board_webhook_calls',
    help: 'Calls of webhooks that are in progress, or wait for a free slot.',
    labels: ['state'],
    read: ofApp(({ webhooks: { calls } }) => [
      [calls.running, { state: 'running' }],
      [calls.waiting, { state: 'waiting' }],
    ]),
  },
  {
    name: 'board_webhook_deliveries_total',
    help: 'Calls of webhooks that have ended.',
    labels: ['outcome'],
    read: ofApp(({ webhooks: { delivered, failed } }) => [
      [delivered, { outcome: 'delivered' }],
      [failed, { outcome: 'failed' }],
    ]),
  },
  {
    name: 'board_webhook_pages_pending',
    help: 'Pages that are to be sent to webhooks now, by any process.',
    aggregator: 'max',
    read: async ({ database, clock }) => [[(await readPendingPages(database, clock.now())).pages]],
  },
  {
    name: 'board_webhook_oldest_pending_seconds',
    help: 'Age of the oldest page that is to be sent to a webhook.',
    aggregator: 'max',
    read: async ({ database, clock }) => [[(await readPendingPages(database, clock.now())).oldestSeconds]],
  },
];
