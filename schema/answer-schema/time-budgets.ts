import { RateLimiterMemory } from 'rate-limiter-flexible';

const WINDOW_SECONDS = 60;

/**
 * Milliseconds of validation per window. How long the validation of an answer takes depends on the answer's sender and on the
 * schema's author. So that neither can block the other, the validation is shortened, not refused, if the budget `sender` or
 * `author` is used up.
 */
const BUDGETS_MS = {
  /** The schemas of an agent. */
  schemas: 2000,
  /** The answers of an agent. */
  sender: 2000,
  /** The answers from a region to the schemas of an author. */
  answers: 2000,
  /** All answers to the schemas of an author. */
  author: 10_000,
  /** All validations for a network, or for a region. */
  network: 5000,
  region: 10_000,
};

export type Budgets = Readonly<typeof BUDGETS_MS>;

/** The owners whose budgets a validation is charged to. */
export type BudgetOwners = Readonly<Partial<Record<keyof Budgets, string>>>;

/** Limits the validation time per agent, network and region, so that no caller can keep the child process busy. */
export class TimeBudgets {
  readonly #budgets;

  constructor(budgets: Partial<Budgets> = {}) {
    this.#budgets = Object.entries({ ...BUDGETS_MS, ...budgets }).map(([kind, points]) => ({
      points,
      ownerIn: (owners: BudgetOwners) => owners[kind as keyof BudgetOwners],
      store: new RateLimiterMemory({ keyPrefix: kind, points, duration: WINDOW_SECONDS }),
    }));
  }

  /** Returns the seconds until every owner has time left; 0 if every owner has time now. */
  async secondsUntilAvailable(owners: BudgetOwners): Promise<number> {
    const waits = this.#budgets.map(async ({ points, ownerIn, store }) => {
      const owner = ownerIn(owners);
      const spent = owner === undefined ? null : await store.get(owner);
      return spent && spent.consumedPoints >= points ? Math.ceil(spent.msBeforeNext / 1000) : 0;
    });
    return Math.max(...(await Promise.all(waits)));
  }

  /** Adds the time to what each owner has used. */
  async charge(owners: BudgetOwners, milliseconds: number): Promise<void> {
    for (const { ownerIn, store } of this.#budgets) {
      const owner = ownerIn(owners);
      if (owner !== undefined) await store.penalty(owner, Math.ceil(milliseconds));
    }
  }
}
