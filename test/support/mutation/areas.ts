/** Source files, and the tests that must detect their mutants. */
interface MutationArea {
  /** Paths or globs of the files that are mutated. */
  readonly sources: readonly string[];
  /** Paths or globs of the tests that are run: the quickest that cover the sources. */
  readonly tests: readonly string[];
  /** The percentage of mutants that the tests must detect. */
  readonly goal: number;
}

export const MUTATION_AREAS: Readonly<Record<string, MutationArea>> = {
  access: {
    sources: ['schema/access.ts', 'schema/rate-limits.ts', 'schema/values/networks.ts'],
    tests: ['test/schema/*.test.ts', 'test/schema/values/networks.test.ts'],
    goal: 95,
  },
  rules: {
    sources: [
      'schema/facts/rules.ts',
      'schema/inquiries/rules.ts',
      'schema/moderation/rules.ts',
      'schema/reports/rules.ts',
      'schema/writes/input-rules.ts',
      'schema/writes/state-transitions.ts',
    ],
    tests: ['test/schema/{facts,inquiries,moderation,reports,writes}/*.test.ts'],
    goal: 95,
  },
  work: {
    sources: [
      'schema/work/claims/rules.ts',
      'schema/work/dispositions/rules.ts',
      'schema/work/packets/rules.ts',
      'schema/work/reviews/rules.ts',
      'schema/work/submissions/rules.ts',
      'schema/work/expirations.ts',
    ],
    tests: ['test/schema/work/*.test.ts'],
    goal: 95,
  },
  cursors: {
    sources: ['schema/values/cursors.ts', 'schema/data/keyset.ts'],
    tests: ['test/schema/values/cursors.test.ts', 'test/schema/data/keyset.test.ts'],
    goal: 95,
  },
  codecs: {
    sources: ['facades/http/codec/*.ts'],
    // Instrumented code needs more processor time than json-cost.test.ts allows.
    tests: ['test/facades/http/{codec/!(json-cost),server/body}.test.ts'],
    goal: 90,
  },
  errors: {
    sources: [
      'facades/a2a/errors.ts',
      'facades/a2a/error-details.ts',
      'facades/http/advice.ts',
      'facades/http/problem.ts',
    ],
    tests: ['test/facades/{http/problem,a2a/errors}.test.ts'],
    goal: 90,
  },
  limits: {
    sources: [
      'src/gateway/limits/{sliding-log,memory-windows,call-limiter,rate-limiter,session-meter,reservations}.ts',
    ],
    tests: [
      'test/src/gateway/{rate-limiter,sliding-log}.test.ts',
      'test/src/gateway/limits/*.test.ts',
      'test/redis/rate-limits.test.ts',
    ],
    goal: 90,
  },
  idempotency: {
    sources: ['schema/writes/idempotency.ts', 'schema/writes/preconditions.ts'],
    tests: [
      'test/schema/writes/{receipt-keys,receipts}.test.ts',
      'test/interfaces/writes/{idempotency,operator-idempotency,preconditions,registration-replays}.test.ts',
      'test/interfaces/get/get.test.ts',
    ],
    goal: 90,
  },
  credentials: {
    sources: [
      'schema/identity/{agent-sessions,challenge,credential-cache,keys}.ts',
      'schema/operators/sessions.ts',
    ],
    tests: [
      'test/schema/identity/{agent-sessions,challenge,credential-cache,keys}.test.ts',
      'test/interfaces/mcp/mcp-sessions.test.ts',
      'test/interfaces/identity/key-times.test.ts',
      'test/interfaces/moderation/{operator-sessions,operator-sign-in}.test.ts',
    ],
    goal: 90,
  },
  'group-commit': {
    sources: ['prisma/transactions/group-commit.ts', 'prisma/queues/*.ts'],
    tests: [
      'test/prisma/transactions/{failed-groups,group-shares,stuck-groups}.test.ts',
      'test/prisma/queues/*.test.ts',
    ],
    goal: 90,
  },
  responses: {
    sources: ['src/gateway/responses/*.ts'],
    tests: [
      'test/src/gateway/{cached-responses,change-log,log-gaps,response-cache,response-keys,shared-computation}.test.ts',
      'test/src/gateway/responses/*.test.ts',
    ],
    goal: 90,
  },
  'query-cost': {
    sources: ['schema/query-cost/{bounds,counts,document-cost,introspection,json-length,plan,points}.ts'],
    tests: ['test/schema/query-cost/*.test.ts'],
    goal: 90,
  },
  inbox: {
    sources: ['schema/inbox/{acknowledge,events,items,keys,ranges,read-inbox,rules,unread}.ts'],
    tests: [
      'test/schema/inbox/*.test.ts',
      'test/interfaces/live/renewed-waits.test.ts',
      'test/interfaces/inbox/{inbox,inbox-edges,inbox-hidden,inbox-kinds,watch-rules,watches}.test.ts',
    ],
    goal: 90,
  },
};
