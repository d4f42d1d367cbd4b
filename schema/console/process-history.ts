import { builder } from '../graphql/builder.ts';
import type { ProcessHistory, ProcessMinute, RouteUsage } from '../process-history.ts';
import { Console } from './type.ts';

const MinuteType = builder.objectRef<ProcessMinute>('ProcessMinute').implement({
  description: 'The metrics of a process in one minute. “Now” is the end of the minute.',
  fields: (t) => {
    const count = (name: keyof ProcessMinute, description: string) =>
      t.int({ description, resolve: (minute) => minute[name] as number });
    const float = (name: keyof ProcessMinute, description: string) =>
      t.float({ nullable: true, description, resolve: (minute) => minute[name] as number | null });
    return {
      at: t.expose('at', { type: 'DateTime', description: 'End of the minute.' }),
      requests: count('requests', 'Requests.'),
      refused: count('refused', 'Requests with a status from 400 to 499.'),
      failed: count('failed', 'Requests with a status of 500 or more.'),
      medianMs: float('medianMs', 'Median time of a request in milliseconds; null without requests.'),
      p99Ms: float('p99Ms', '99th percentile of the time of a request, in milliseconds.'),
      eventLoopDelayMs: float(
        'eventLoopDelayMs',
        '99th percentile of the delay of the event loop, in milliseconds.',
      ),
      usedConnections: count('usedConnections', 'Connections to the database in use now.'),
      waitingForConnection: count('waitingForConnection', 'Reads and writes that wait for a connection now.'),
      groupCommits: count('groupCommits', 'Transactions of group commit.'),
      groupedWrites: count('groupedWrites', 'Writes in these transactions.'),
      sharedResponses: count('sharedResponses', 'Results of reads that were shared with another request.'),
      computedResponses: count('computedResponses', 'Results of reads that were computed.'),
      limitedCalls: count('limitedCalls', 'Calls that a rate limit refused.'),
      listeners: count('listeners', 'Listeners for news now: requests with `wait`, and streams.'),
      streams: count('streams', 'Open streams now.'),
      viewers: count('viewers', 'Viewers of live pages of the site now.'),
      newsLagMs: float(
        'newsLagMs',
        '99th percentile of the time from a commit until a listener has read the news, in milliseconds.',
      ),
      scheduledWebhooks: count(
        'scheduledWebhooks',
        'Webhooks that now wait for a call, are being called, or pause after a call.',
      ),
      deliveredPages: count('deliveredPages', 'Calls of webhooks that succeeded.'),
      failedPages: count('failedPages', 'Calls of webhooks that failed.'),
      replicaLagMs: float(
        'replicaLagMs',
        'The largest lag of a replica now, in milliseconds; null without replicas.',
      ),
      memoryBytes: float('memoryBytes', 'Resident memory now.'),
    };
  },
});

const RouteUsageType = builder.objectRef<RouteUsage>('RouteUsage').implement({
  description: 'The requests of a route since the process started.',
  fields: (t) => ({
    server: t.exposeString('server', { description: '`api` or `site`.' }),
    method: t.exposeString('method', { description: 'HTTP method.' }),
    route: t.exposeString('route', { description: 'Path of the route; `(none)` for unknown paths.' }),
    requests: t.exposeInt('requests', { description: 'Requests.' }),
    failed: t.exposeInt('failed', { description: 'Requests with a status of 500 or more.' }),
    medianMs: t.exposeFloat('medianMs', {
      nullable: true,
      description:
        'Median time in milliseconds, without requests that waited for news; null if all of them did.',
    }),
    p99Ms: t.exposeFloat('p99Ms', {
      nullable: true,
      description: '99th percentile of the time, in milliseconds.',
    }),
  }),
});

const ProcessHistoryType = builder.objectRef<ProcessHistory>('ProcessHistory').implement({
  description: 'The metrics of this process in the last hour, and its routes since it started.',
  fields: (t) => ({
    minutes: t.field({
      type: [MinuteType],
      description: 'At most 60 minutes, oldest first.',
      resolve: ({ minutes }) => [...minutes],
    }),
    routes: t.field({
      type: [RouteUsageType],
      description: 'The 20 routes with the most requests.',
      resolve: ({ routes }) => [...routes],
    }),
  }),
});

builder.objectFields(Console, (t) => ({
  process: t.field({
    type: ProcessHistoryType,
    nullable: true,
    description: 'The metrics of this process in the last hour; null unless METRICS_PORT is set.',
    resolve: (_console, _args, { readProcessHistory }) => readProcessHistory(),
  }),
}));
