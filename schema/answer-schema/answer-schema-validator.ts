import { type ValidatorProcess, startValidatorProcess } from './validator-process.ts';
import { RequestQueue } from './request-queue.ts';
import { type Budgets, type BudgetOwners, TimeBudgets } from './time-budgets.ts';
import { budgetExceeded, type ValidationRequest, inconclusive, type ValidationResult } from './validation.ts';

/** The agent that sends a schema or an answer, and the network it calls from. */
interface Sender {
  readonly handle: string;
  readonly network: string;
}

/** Judges schemas and answers beside the event loop, within bounds of time and memory. */
export interface AnswerSchemaValidator {
  /** Whether a value is a schema that answers can be checked by. The time is the sender's. */
  validateSchema(schema: unknown, sender: Sender): Promise<ValidationResult>;
  /** Whether an answer fits a schema. The time is that of the schema's author: it determines what a check takes. */
  validateAnswer(
    schema: { readonly of: unknown; readonly author: string },
    body: string,
    sender: Sender,
  ): Promise<ValidationResult>;
  close(): void;
}

/** Milliseconds that one question may take, from when the process has taken it up. */
const RUN_MS = 1000;
/** Milliseconds that a question waits for its turn. */
const WAIT_MS = 15_000;
/** Questions that wait. */
const MAX_WAITING = 200;

const GIVEN_UP = inconclusive(
  'timeout',
  'The check took more time or memory than it is given, and was ended',
);
const BUSY = inconclusive('busy', 'There were too many checks at the time for this one');

interface Asked {
  readonly question: ValidationRequest;
  readonly sender: Sender;
  readonly payers: BudgetOwners;
}

interface Waiting extends Asked {
  readonly settle: (verdict: ValidationResult) => void;
  readonly timer: NodeJS.Timeout;
}

/** Starts its process when the first question is asked. The process judges one question at a time. */
export function createAnswerSchemaValidator(
  budgets?: Budgets,
  { waitMilliseconds = WAIT_MS } = {},
): AnswerSchemaValidator {
  const judges = new Judges(new TimeBudgets(budgets), waitMilliseconds);
  return {
    validateSchema: (schema, sender) =>
      judges.ask({
        question: { schema: JSON.stringify(schema), body: null },
        sender,
        payers: { schemas: sender.handle, network: sender.network },
      }),
    validateAnswer: ({ of: schema, author }, body, sender) =>
      judges.ask({
        question: { schema: JSON.stringify(schema), body },
        sender,
        payers: { answers: author, network: sender.network },
      }),
    close: () => judges.close(),
  };
}

class Judges {
  readonly #queue = new RequestQueue<Waiting>(MAX_WAITING);
  readonly #budgets: TimeBudgets;
  readonly #waitMilliseconds: number;
  #process: ValidatorProcess | null = null;
  #isWorking = false;
  #isClosed = false;

  constructor(budgets: TimeBudgets, waitMilliseconds: number) {
    this.#budgets = budgets;
    this.#waitMilliseconds = waitMilliseconds;
  }

  async ask(asked: Asked): Promise<ValidationResult> {
    const seconds = await this.#budgets.secondsUntilAvailable(asked.payers);
    if (seconds > 0) return budgetExceeded(seconds);
    const { promise, resolve: settle } = Promise.withResolvers<ValidationResult>();
    const timer = setTimeout(() => this.#giveUp(waiting), this.#waitMilliseconds);
    const waiting = { ...asked, settle, timer };
    const lost = this.#isClosed ? waiting : this.#queue.add(waiting);
    if (lost) this.#giveUp(lost);
    void this.#work();
    return promise;
  }

  close(): void {
    this.#isClosed = true;
    this.#process?.close();
  }

  #giveUp(waiting: Waiting): void {
    clearTimeout(waiting.timer);
    this.#queue.remove(waiting);
    waiting.settle(BUSY);
  }

  async #work(): Promise<void> {
    if (this.#isWorking) return;
    this.#isWorking = true;
    while (this.#queue.size > 0) {
      // The next question is chosen once a process is there to judge it: until then a question may come with a better claim.
      const judge = await this.#ready();
      const waiting = this.#queue.next();
      if (waiting && judge) await this.#judge(waiting, judge);
      else if (waiting) this.#giveUp(waiting);
    }
    this.#isWorking = false;
  }

  async #judge({ question, payers, settle, timer }: Waiting, judge: ValidatorProcess): Promise<void> {
    clearTimeout(timer);
    // Earlier questions of the same payers may have used up their time while this one waited.
    const seconds = await this.#budgets.secondsUntilAvailable(payers);
    if (seconds > 0) {
      settle(budgetExceeded(seconds));
      return;
    }
    const { result: verdict, milliseconds } = await judge.validate(question, RUN_MS);
    await this.#budgets.charge(payers, milliseconds);
    settle(verdict ?? GIVEN_UP);
    if (verdict) return;
    this.#queue.penalize(payers);
    const next = await this.#ready();
    await this.#budgets.charge(payers, next?.startMilliseconds ?? 0);
  }

  /** The process, started where there is none; null where none can be had. */
  async #ready(): Promise<ValidatorProcess | null> {
    if (!this.#isClosed && !this.#process?.isReady) {
      this.#process?.close();
      // Where the system has no room for another process, answers are told that nobody could check them.
      this.#process = await tryToStart();
    }
    if (this.#isClosed) this.#process?.close();
    return this.#isClosed ? null : this.#process;
  }
}

/** A process that cannot be had throws at once or later; either way there is none. */
const tryToStart = async (): Promise<ValidatorProcess | null> => {
  try {
    return await startValidatorProcess();
  } catch {
    return null;
  }
};
