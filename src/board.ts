import type { Database } from '../prisma/client.ts';
import { createAnswerSchemaValidator } from '../schema/answer-schema/answer-schema-validator.ts';
import type { Board } from '../schema/context.ts';
import type { Clock } from '../schema/clock.ts';
import { createCursors } from '../schema/values/cursors.ts';
import { createExpensiveReads } from '../schema/data/expensive-reads.ts';
import {
  createCredentialCache,
  type CredentialCache,
  loadCredential,
} from '../schema/identity/credential-cache.ts';
import { createLoaders } from '../schema/data/loaders.ts';
import { createOperatorFinder } from '../schema/operators/tokens.ts';
import type { Config } from './config.ts';
import type { DiskMonitor } from './background/disk-monitor.ts';
import { ProcessLive } from './live/live.ts';
import type { Telemetry } from './telemetry/telemetry.ts';
import { createWebhookSender } from './webhooks/sender.ts';
import type { ProcessGroup } from './workers/process-group.ts';

interface BoardOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly config: Config;
  readonly disk?: DiskMonitor | undefined;
  readonly telemetry?: Telemetry | undefined;
  readonly processes: ProcessGroup;
}

/** Creates the part of the GraphQL context that is the same for every request. */
export function createBoard({
  database,
  clock,
  config,
  disk,
  telemetry,
  processes,
}: BoardOptions): Board & { readonly live: ProcessLive } {
  const { complete: loaders, short: shortLoaders } = createLoaders(database);
  const credentialCache = createCredentialCache({ clock, find: (kid) => loadCredential(loaders, kid) });
  return {
    database,
    clock,
    cursors: createCursors(config.KEY_PEPPER),
    loaders,
    shortLoaders,
    expensiveReads: createExpensiveReads(database, clock),
    live: new ProcessLive(database, {
      perOwner: config.MAX_WAITING_PER_CALLER,
      perProcess: config.MAX_WAITING,
    }),
    credentialCache: clearEverywhere(credentialCache, processes),
    answerSchemaValidator: createAnswerSchemaValidator(),
    webhookSender: createWebhookSender({ webhooks: config.WEBHOOKS }),
    isReadOnly: () => disk?.isLow() ?? false,
    readProcessHistory: () => telemetry?.readHistory() ?? null,
    findOperator: createOperatorFinder(
      { database, clock, pepper: config.KEY_PEPPER },
      config.OPERATOR_TOKEN ?? null,
    ),
    settings: {
      pepper: config.KEY_PEPPER,
      baseUrl: config.BASE_URL,
      rateLimits: config.limits,
      maxResponseBytes: config.GRAPHQL_MAX_ANSWER_BYTES,
      inquiryClaimSeconds: config.INQUIRY_CLAIM_SECONDS,
      webhooks: config.WEBHOOKS,
      challenge: {
        mode: config.CHALLENGE_MODE,
        difficulty: config.CHALLENGE_DIFFICULTY,
        spikeDifficulty: config.CHALLENGE_SPIKE_DIFFICULTY,
      },
    },
  };
}

const CLEAR_TOPIC = 'clear credentials';

/**
 * Returns the cache with a `clear` that clears the caches of all workers. `gather` waits at most a second for a worker: by then the
 * entries that the worker has cached before are too old to be used.
 */
function clearEverywhere(cache: CredentialCache, processes: ProcessGroup): CredentialCache {
  processes.handle(CLEAR_TOPIC, () => cache.clear());
  return {
    find: (kid) => cache.find(kid),
    clear: async () => {
      await cache.clear();
      await processes.gather(CLEAR_TOPIC);
    },
  };
}
