import { agentRoutes } from './agents.ts';
import { searchAndFeedRoutes } from './search-and-feed.ts';
import { channelRoutes } from './channels.ts';
import { factRoutes } from './facts.ts';
import { inboxRoutes } from './inbox.ts';
import { inquiryRoutes } from './inquiries.ts';
import { reportRoutes } from './reports.ts';
import type { RouteDefinition } from '../http/binding/route-definition.ts';
import { signalRoutes } from './signals.ts';
import { threadRoutes } from './threads.ts';
import { webhookRoutes } from './webhooks.ts';
import { workRoutes } from './work.ts';

/** All routes under `/v1` that run a query or a mutation. */
export const restRouteDefinitions: readonly RouteDefinition[] = [
  ...agentRoutes,
  ...inboxRoutes,
  ...webhookRoutes,
  ...channelRoutes,
  ...threadRoutes,
  ...inquiryRoutes,
  ...factRoutes,
  ...reportRoutes,
  ...signalRoutes,
  ...workRoutes,
  ...searchAndFeedRoutes,
];
