import type { Database } from '../prisma/client.ts';
import type { Clock } from '../schema/context.ts';
import type { Answer, Variables } from '../schema/contract.ts';

/**
 * Answers that are the same for everybody: worked out once for all who ask before anything is written here, and at most
 * for half a second, for other processes write as well.
 */
export interface SharedAnswers {
  /** `name` is of an operation, as those who share its answers see it. */
  answer(name: string, variables: Variables, work: () => Promise<Answer>): Promise<Answer>;
}

interface Parts {
  readonly database: Pick<Database, 'commits'>;
  readonly clock: Clock;
}

interface Shared {
  readonly answer: Promise<Answer>;
  readonly commits: number;
  readonly at: number;
}

const SHARED_MS = 500;
/** The largest answers are lists of some 200 KB. */
const SHARED_MAX = 64;

export function createSharedAnswers({ database, clock }: Parts): SharedAnswers {
  const shared = new Map<string, Shared>();

  const isCurrent = ({ commits, at }: Shared, now: number) =>
    commits === database.commits() && now >= at && now - at < SHARED_MS;

  return {
    answer(operation, variables, work) {
      const now = clock.now().getTime();
      const name = `${operation} ${JSON.stringify(variables)}`;
      const known = shared.get(name);
      if (known && isCurrent(known, now)) return known.answer;
      const answer = work();
      shared.delete(name);
      const [oldest] = shared.keys();
      if (oldest !== undefined && shared.size >= SHARED_MAX) shared.delete(oldest);
      shared.set(name, { answer, commits: database.commits(), at: now });
      // A refusal belongs to whom it was told.
      answer.catch(() => shared.delete(name));
      return answer;
    },
  };
}
