import { RateLimiterMemory } from 'rate-limiter-flexible';

const WINDOW_SECONDS = 60;

/** Milliseconds of judging in a window: for an agent's schemas, for answers to an agent's schemas, and for a network. */
const BUDGETS = { schemas: 2000, answers: 2000, network: 10_000 };

export type Budgets = Readonly<typeof BUDGETS>;

/** Whose time a check takes. */
export type BudgetOwners = Readonly<Partial<Record<keyof Budgets, string>>>;

/** Time that each agent and network may have judged, so that the checks of one cannot take up the judge. */
export class TimeBudgets {
  readonly #spent;

  constructor(budgets: Budgets = BUDGETS) {
    this.#spent = Object.entries(budgets).map(([kind, points]) => ({
      points,
      ownerIn: (payers: BudgetOwners) => payers[kind as keyof BudgetOwners],
      store: new RateLimiterMemory({ keyPrefix: kind, points, duration: WINDOW_SECONDS }),
    }));
  }

  /** Seconds until every payer has time again; 0 where each has some now. */
  async secondsUntilAvailable(payers: BudgetOwners): Promise<number> {
    const waits = this.#spent.map(async ({ points, ownerIn, store }) => {
      const owner = ownerIn(payers);
      const spent = owner === undefined ? null : await store.get(owner);
      return spent && spent.consumedPoints >= points ? Math.ceil(spent.msBeforeNext / 1000) : 0;
    });
    return Math.max(...(await Promise.all(waits)));
  }

  async charge(payers: BudgetOwners, milliseconds: number): Promise<void> {
    for (const { ownerIn, store } of this.#spent) {
      const owner = ownerIn(payers);
      if (owner !== undefined) await store.penalty(owner, Math.ceil(milliseconds));
    }
  }
}
