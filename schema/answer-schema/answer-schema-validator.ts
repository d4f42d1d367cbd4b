import { type ProcessReply, tryToStartValidatorProcess, type ValidatorProcess } from './validator-process.ts';
import { RequestQueue, type Sender } from './request-queue.ts';
import { type Budgets, type BudgetOwners, TimeBudgets } from './time-budgets.ts';
import { budgetExceeded, type ValidationRequest, inconclusive, type ValidationResult } from './validation.ts';

/** Validates answer schemas and answers in a child process, with limits on time and memory. */
export interface AnswerSchemaValidator {
  /** Validates an answer schema. The time counts against the sender's budgets. */
  validateSchema(schema: unknown, sender: Sender): Promise<ValidationResult>;
  /** Validates an answer. The time counts against the budgets of the schema's author and of the sender. */
  validateAnswer(
    answerSchema: { readonly schema: unknown; readonly author: string },
    body: string,
    sender: Sender,
  ): Promise<ValidationResult>;
  close(): void;
}

/** Time limit of one validation, from its start in the child process. */
const RUN_MS = 1000;
/** Time limit while the budget `sender` or `author` is used up. Most validations take a few milliseconds. */
const SHORT_RUN_MS = 100;
/** Maximum time that a request waits in the queue. */
const WAIT_MS = 15_000;
/** Maximum number of waiting requests. */
const MAX_WAITING = 200;

const TIMED_OUT = inconclusive('timeout', 'The validation exceeded its time or memory limit and was stopped');
/** Also the result of requests that waited too long, and of all requests while no process can be started. */
const BUSY = inconclusive('busy', 'Too many validations were waiting');

interface QueuedRequest {
  readonly validation: ValidationRequest;
  readonly sender: Sender;
  readonly owners: BudgetOwners;
}

interface WaitingRequest extends QueuedRequest {
  readonly resolve: (result: ValidationResult) => void;
  readonly timer: NodeJS.Timeout;
}

/** Creates a validator. It starts the child process at the first request and validates one request at a time. */
export function createAnswerSchemaValidator(
  budgets?: Partial<Budgets>,
  { waitMilliseconds = WAIT_MS } = {},
): AnswerSchemaValidator {
  const processor = new RequestProcessor(new TimeBudgets(budgets), waitMilliseconds);
  return {
    validateSchema: (schema, sender) =>
      processor.submit({
        validation: { schema: JSON.stringify(schema), body: null },
        sender,
        owners: { schemas: sender.handle, ...commonOwnersOf(sender) },
      }),
    validateAnswer: ({ schema, author }, body, sender) =>
      processor.submit({
        validation: { schema: JSON.stringify(schema), body },
        sender,
        owners: {
          sender: sender.handle,
          answers: `${author} ${sender.region}`,
          author,
          ...commonOwnersOf(sender),
        },
      }),
    close: () => processor.close(),
  };
}

/** The owners that all requests of a sender have. */
const commonOwnersOf = ({ network, region }: Sender): BudgetOwners => ({ network, region });

/** The owners whose validations are shortened, not refused, when their budget is used up. */
const shorteningOwnersOf = ({ author, sender }: BudgetOwners): BudgetOwners => ({
  ...(author !== undefined && { author }),
  ...(sender !== undefined && { sender }),
});

class RequestProcessor {
  readonly #queue = new RequestQueue<WaitingRequest>(MAX_WAITING);
  readonly #budgets: TimeBudgets;
  readonly #waitMilliseconds: number;
  #process: ValidatorProcess | null = null;
  #isProcessing = false;
  #isClosed = false;

  constructor(budgets: TimeBudgets, waitMilliseconds: number) {
    this.#budgets = budgets;
    this.#waitMilliseconds = waitMilliseconds;
  }

  async submit(request: QueuedRequest): Promise<ValidationResult> {
    const seconds = await this.#secondsUntilAllowed(request.owners);
    if (seconds > 0) return budgetExceeded(seconds);
    const { promise, resolve } = Promise.withResolvers<ValidationResult>();
    const timer = setTimeout(() => this.#resolveAsBusy(waiting), this.#waitMilliseconds);
    const waiting = { ...request, resolve, timer };
    const evicted = this.#isClosed ? waiting : this.#queue.add(waiting);
    if (evicted) this.#resolveAsBusy(evicted);
    void this.#processQueue();
    return promise;
  }

  close(): void {
    this.#isClosed = true;
    this.#process?.close();
  }

  #resolveAsBusy(waiting: WaitingRequest): void {
    clearTimeout(waiting.timer);
    this.#queue.remove(waiting);
    waiting.resolve(BUSY);
  }

  async #processQueue(): Promise<void> {
    if (this.#isProcessing) return;
    this.#isProcessing = true;
    while (this.#queue.size > 0) {
      // Choose the request only when the process is ready: until then a request with a higher priority may arrive.
      const validatorProcess = await this.#readyProcess();
      const waiting = this.#queue.next();
      if (waiting && validatorProcess) await this.#validate(waiting, validatorProcess);
      else if (waiting) this.#resolveAsBusy(waiting);
    }
    this.#isProcessing = false;
  }

  async #validate(
    { validation, sender, owners, resolve, timer }: WaitingRequest,
    validatorProcess: ValidatorProcess,
  ): Promise<void> {
    clearTimeout(timer);
    // Earlier requests of the same owners may have used up the budget meanwhile.
    const seconds = await this.#secondsUntilAllowed(owners);
    if (seconds > 0) {
      resolve(budgetExceeded(seconds));
      return;
    }
    const isShort = (await this.#budgets.secondsUntilAvailable(shorteningOwnersOf(owners))) > 0;
    const limit = isShort ? SHORT_RUN_MS : RUN_MS;
    const { result, milliseconds } = await this.#run(validation, validatorProcess, limit);
    await this.#budgets.charge(owners, milliseconds);
    resolve(result ?? TIMED_OUT);
    if (result) {
      this.#queue.recordCompletion(sender, milliseconds);
      return;
    }
    this.#queue.penalize(sender);
    // The process has ended. Its restart counts against the same budgets.
    const restarted = await this.#readyProcess();
    await this.#budgets.charge(owners, restarted?.startMilliseconds ?? 0);
  }

  /**
   * Repeats the request once in a new process if the process may have ended because of earlier requests. If the request has no result
   * in the new process either, the start of the new process counts as its time, too.
   */
  async #run(validation: ValidationRequest, child: ValidatorProcess, limit: number): Promise<ProcessReply> {
    const first = await child.validate(validation, limit);
    const next = first.mayRepeat ? await this.#readyProcess() : null;
    if (!next) return first;
    const second = await next.validate(validation, limit);
    const startMilliseconds = second.result ? 0 : next.startMilliseconds;
    return { ...second, milliseconds: first.milliseconds + startMilliseconds + second.milliseconds };
  }

  /** Returns 0 if a validation may run now. Leaves out the budgets that only shorten validations. */
  #secondsUntilAllowed({ author: _author, sender: _sender, ...owners }: BudgetOwners): Promise<number> {
    return this.#budgets.secondsUntilAvailable(owners);
  }

  /** Returns the process, started if necessary; null if it cannot be started or the validator is closed. */
  async #readyProcess(): Promise<ValidatorProcess | null> {
    if (!this.#isClosed && !this.#process?.isReady) {
      this.#process?.close();
      this.#process = await tryToStartValidatorProcess();
    }
    if (this.#isClosed) this.#process?.close();
    return this.#isClosed ? null : this.#process;
  }
}
