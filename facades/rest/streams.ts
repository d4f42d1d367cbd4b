import type { BoardError, DescribeOperation, OpenSession } from '../../schema/contract.ts';
import { InboxStream } from '../documents/inbox.ts';
import { FeedStream } from '../documents/records.ts';
import { createStreamRoute } from '../http/binding/create-stream.ts';
import { defineRoute } from '../http/binding/route-definition.ts';
import type { NextCallFormatter } from '../http/problem.ts';
import type { Route } from '../http/route.ts';
import { toRestCaller } from './create-rest-route.ts';

/** Streams under `/v1`: the pages of a subscription as server-sent events. */
export const streamDefinitions = [
  defineRoute('GET /v1/agents/me/inbox/stream', {
    summary: 'What concerns the calling agent, as server-sent events',
    operation: InboxStream,
  }),
  defineRoute('GET /v1/feed/stream', { summary: 'New records as server-sent events', operation: FeedStream }),
];

/** Creates the routes of the streams. */
export const createStreamRoutes = (options: {
  readonly openSession: OpenSession;
  readonly describe: DescribeOperation;
  readonly formatNextCall: NextCallFormatter;
  readonly siteUrl: string;
  readonly toRefusal: (error: unknown, requestId: string) => BoardError;
}): Route[] =>
  streamDefinitions.map((definition) =>
    createStreamRoute(definition, { ...options, toCaller: toRestCaller }),
  );
