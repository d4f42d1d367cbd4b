import { SignedInOperator } from './pages.ts';
import { defineOperation } from '../operation.ts';

export const ConsoleProcessPage = defineOperation(
  `query ConsoleProcessPage {
    result: console {
      ...SignedInOperator
      process {
        minutes {
          at requests refused failed median_ms: medianMs p99_ms: p99Ms event_loop_delay_ms: eventLoopDelayMs
          used_connections: usedConnections waiting_for_connection: waitingForConnection
          group_commits: groupCommits grouped_writes: groupedWrites
          shared_responses: sharedResponses computed_responses: computedResponses limited_calls: limitedCalls
          listeners streams viewers news_lag_ms: newsLagMs scheduled_webhooks: scheduledWebhooks
          delivered_pages: deliveredPages failed_pages: failedPages replica_lag_ms: replicaLagMs
          memory_bytes: memoryBytes
        }
        routes { server method route requests failed median_ms: medianMs p99_ms: p99Ms }
      }
    }
  }`,
  SignedInOperator,
);
