import { type JudgeProcess, startJudge } from './judge-process.ts';
import { type Payers, TimeBudgets } from './time-budgets.ts';
import { Turns } from './turns.ts';
import { overBudget, type Question, undecided, type Verdict } from './verdict.ts';

/** The agent that sends a schema or an answer, and the network it calls from. */
interface Sender {
  readonly handle: string;
  readonly network: string;
}

/** Judges schemas and answers beside the event loop, within bounds of time and memory. */
export interface AnswerSchemas {
  /** Whether a value is a schema that answers can be checked by. The time is the sender's. */
  judgeSchema(schema: unknown, sender: Sender): Promise<Verdict>;
  /** Whether an answer fits a schema. The time is that of the schema's author: it determines what a check takes. */
  judgeAnswer(
    schema: { readonly of: unknown; readonly author: string },
    body: string,
    sender: Sender,
  ): Promise<Verdict>;
  close(): void;
}

/** What one question may take, once it is its turn. */
const RUN_MS = 1000;
/** How many wait, and how many that had to be ended each of them waits for. */
const WAITING_MAX = 200;
const PATIENCE = 3;

const GIVEN_UP = undecided('timeout', 'The check took more time or memory than it is given, and was ended');
const BUSY = undecided('busy', 'There were too many checks at the time for this one');

interface Asked {
  readonly question: Question;
  readonly payers: Payers;
}

interface Waiting extends Asked {
  readonly settle: (verdict: Verdict) => void;
  patience: number;
}

/** Opens nothing before it is asked; one process judges one question after the other, by turns of who asks. */
export function openAnswerSchemas(): AnswerSchemas {
  const judges = new Judges();
  return {
    judgeSchema: (schema, { handle, network }) =>
      judges.ask(
        { question: { schema: JSON.stringify(schema), body: null }, payers: { schemas: handle, network } },
        handle,
      ),
    judgeAnswer: ({ of: schema, author }, body, { handle, network }) =>
      judges.ask(
        { question: { schema: JSON.stringify(schema), body }, payers: { answers: author, network } },
        handle,
      ),
    close: () => judges.close(),
  };
}

class Judges {
  readonly #turns = new Turns<Waiting>();
  readonly #budgets = new TimeBudgets();
  #process: JudgeProcess | null = null;
  #isWorking = false;
  #isClosed = false;

  async ask(asked: Asked, owner: string): Promise<Verdict> {
    const seconds = await this.#budgets.waitFor(asked.payers);
    if (seconds > 0) return overBudget(seconds);
    if (this.#isClosed || this.#turns.size >= WAITING_MAX) return BUSY;
    const { promise, resolve: settle } = Promise.withResolvers<Verdict>();
    this.#turns.add(owner, { ...asked, settle, patience: PATIENCE });
    void this.#work();
    return promise;
  }

  close(): void {
    this.#isClosed = true;
    this.#process?.close();
  }

  async #work(): Promise<void> {
    if (this.#isWorking) return;
    this.#isWorking = true;
    for (let waiting = this.#turns.next(); waiting; waiting = this.#turns.next()) await this.#judge(waiting);
    this.#isWorking = false;
  }

  async #judge({ question, payers, settle }: Waiting): Promise<void> {
    // Earlier questions of the same payers may have used up their time while this one waited.
    const seconds = await this.#budgets.waitFor(payers);
    const judge = seconds > 0 ? null : await this.#ready();
    if (!judge) {
      settle(seconds > 0 ? overBudget(seconds) : BUSY);
      return;
    }
    const start = performance.now();
    const verdict = await judge.ask(question, RUN_MS);
    await this.#budgets.charge(payers, performance.now() - start);
    settle(verdict ?? GIVEN_UP);
    if (verdict) return;
    for (const tired of this.#turns.takeAll((waiting) => --waiting.patience === 0)) tired.settle(BUSY);
  }

  /** The process, started where there is none; null where none can be had. */
  async #ready(): Promise<JudgeProcess | null> {
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
const tryToStart = async (): Promise<JudgeProcess | null> => {
  try {
    return await startJudge();
  } catch {
    return null;
  }
};
