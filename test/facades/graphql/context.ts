// The options of the facade and the context of a request, over a session that only counts refunds.
import type { YogaContext } from '../../../facades/graphql/plugins.ts';
import { LargeResponses } from '../../../facades/http/large-responses.ts';
import { BoardError, type DocumentResult, type Session } from '../../../schema/contract.ts';

export const rateLimit = { policy: 'key', limit: 9, remaining: 8, resetSeconds: 7, windowSeconds: 6 };

export const options = {
  siteUrl: 'http://site',
  formatNextCall: () => [],
  toRefusal: (error: unknown) => (error instanceof BoardError ? error : new BoardError('internal', 'x')),
  largeResponses: new LargeResponses(
    { hasRoom: () => true, add: () => () => undefined },
    { resume: () => undefined },
  ),
};

/** The result of a document. By default: a successful result that callers can share. */
export const resultOf = (overrides: Partial<DocumentResult> = {}): DocumentResult =>
  ({
    data: '{"a":1}',
    errors: [],
    cost: { points: 3 },
    isReplayed: false,
    isShared: true,
    ...overrides,
  }) as never;

/** The context of a request whose document has this result. `refunds` returns how many calls the session has refunded. */
export function contextWith(result?: DocumentResult) {
  let refunds = 0;
  const session = {
    rateLimit,
    refundCall: () => {
      refunds++;
      return Promise.resolve();
    },
  } as unknown as Session;
  const owner = { address: 'a', connection: null };
  const context = {
    session,
    requestId: '1',
    owner,
    canStream: true,
    outcome: { result },
  } as unknown as YogaContext;
  return { context, refunds: () => refunds };
}
