import { hash } from 'node:crypto';
import { type JudgeProcess, startJudge } from './judge-process.ts';
import { Turns } from './turns.ts';
import { type Question, undecided, type Verdict } from './verdict.ts';

/** Judges schemas and answers beside the event loop, within bounds of time and memory. */
export interface AnswerSchemas {
  /** Whether a value is a schema that answers can be checked by. */
  judgeSchema(schema: unknown, owner: string): Promise<Verdict>;
  /** Whether an answer fits such a schema. */
  judgeAnswer(schema: unknown, body: string, owner: string): Promise<Verdict>;
  close(): void;
}

/** What one question may take, once it is its turn; of the processor’s time it gets less (child.ts). */
const RUN_MS = 2000;
/** How many wait, and how many that had to be ended each of them waits for. */
const WAITING_MAX = 200;
const PATIENCE = 3;
/** How often a schema's checks may have to be ended, and how many such schemas are remembered. */
const STRIKES_MAX = 3;
const STRUCK_MAX = 1000;

const GIVEN_UP = undecided('timeout', 'The check took more time or memory than it is given, and was ended');
const BUSY = undecided('busy', 'There were too many checks at the time for this one');

interface Waiting {
  readonly question: Question;
  readonly settle: (verdict: Verdict) => void;
  patience: number;
}

/** Opens nothing before it is asked; one process judges one question after the other, by turns of who asks. */
export function openAnswerSchemas(): AnswerSchemas {
  const judges = new Judges();
  return {
    judgeSchema: (schema, owner) => judges.ask({ schema: JSON.stringify(schema), body: null }, owner),
    judgeAnswer: (schema, body, owner) => judges.ask({ schema: JSON.stringify(schema), body }, owner),
    close: () => judges.close(),
  };
}

class Judges {
  readonly #turns = new Turns<Waiting>();
  #process: JudgeProcess | null = null;
  /** Checks that had to be ended, by the hash of their schema; the latest. */
  readonly #strikes = new Map<string, number>();
  #isWorking = false;
  #isClosed = false;

  ask(question: Question, owner: string): Promise<Verdict> {
    if (this.#isClosed || this.#turns.size >= WAITING_MAX) return Promise.resolve(BUSY);
    if (this.#strikesOf(question) >= STRIKES_MAX) return Promise.resolve(GIVEN_UP);
    const { promise, resolve: settle } = Promise.withResolvers<Verdict>();
    this.#turns.add(owner, { question, settle, patience: PATIENCE });
    void this.#work();
    return promise;
  }

  #strikesOf({ schema }: Question): number {
    return this.#strikes.size === 0 ? 0 : (this.#strikes.get(hash('sha1', schema)) ?? 0);
  }

  /** Nobody waits again and again for a schema that cannot be checked by: after a few times it is given up at once. */
  #strike(question: Question): void {
    const [oldest] = this.#strikes.keys();
    if (this.#strikes.size >= STRUCK_MAX && oldest !== undefined) this.#strikes.delete(oldest);
    this.#strikes.set(hash('sha1', question.schema), this.#strikesOf(question) + 1);
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

  async #judge({ question, settle }: Waiting): Promise<void> {
    const judge = await this.#ready();
    const verdict = judge ? await judge.ask(question, RUN_MS) : BUSY;
    settle(verdict ?? GIVEN_UP);
    if (verdict) return;
    this.#strike(question);
    for (const tired of this.#turns.takeAll((waiting) => --waiting.patience === 0)) tired.settle(BUSY);
  }

  /** The process, started where there is none; null where none can be had. */
  async #ready(): Promise<JudgeProcess | null> {
    // Where the system has no room for another process, answers are told that nobody could check them.
    if (!this.#isClosed && !this.#process?.isAlive) this.#process = await tryToStart();
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
