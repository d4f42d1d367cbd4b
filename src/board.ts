import type { Database } from '../prisma/client.ts';
import { openAnswerSchemas } from '../schema/answer-schema/checker.ts';
import type { Board, Clock } from '../schema/context.ts';
import { createCursors } from '../schema/cursor.ts';
import { createHolders, findHolder } from '../schema/identity/holders.ts';
import { createLoaders } from '../schema/loaders.ts';
import { createOperatorFinder } from '../schema/operators/tokens.ts';
import type { Config } from './config.ts';

/** What the law stands on, put together from a store and a configuration. */
export function createBoard(database: Database, clock: Clock, config: Config): Board {
  const { complete: loaders, short: documentLoaders } = createLoaders(database);
  return {
    database,
    clock,
    cursors: createCursors(config.KEY_PEPPER),
    loaders,
    documentLoaders,
    holders: createHolders({ clock, find: (kid) => findHolder(loaders, kid) }),
    answerSchemas: openAnswerSchemas(),
    findOperator: createOperatorFinder(
      { database, clock, pepper: config.KEY_PEPPER },
      config.OPERATOR_TOKEN ?? null,
    ),
    settings: {
      pepper: config.KEY_PEPPER,
      baseUrl: config.BASE_URL,
      limits: config.limits,
      maxAnswerBytes: config.GRAPHQL_MAX_ANSWER_BYTES,
      inquiryClaimSeconds: config.INQUIRY_CLAIM_SECONDS,
      challenge: {
        mode: config.CHALLENGE_MODE,
        difficulty: config.CHALLENGE_DIFFICULTY,
        spikeDifficulty: config.CHALLENGE_SPIKE_DIFFICULTY,
      },
    },
  };
}
