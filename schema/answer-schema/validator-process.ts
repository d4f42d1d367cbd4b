import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { spawnConfined } from './confined-process.ts';
import type { ChildMessage, ValidationRequest, ValidationResult } from './validation.ts';

/** Wall-clock time for the process to start, and to take up a question. It covers a machine that is overloaded. */
const START_MS = 20_000;

/** Processor time after which a process is replaced, long before `ulimit` ends it in the middle of a question. */
const LIFETIME_MS = 20_000;

/** What came of a question. */
export interface ProcessReply {
  /** Null when the question had to be ended, and the process with it. */
  readonly result: ValidationResult | null;
  /** Processor time of the verdict; without one, wall-clock time since the process took up the question. */
  readonly milliseconds: number;
}

/** A process that judges one question at a time. */
export interface ValidatorProcess {
  readonly pid: number | undefined;
  /** Processor time that its start took, in milliseconds. */
  readonly startMilliseconds: number;
  /** Whether it takes a further question. */
  readonly isReady: boolean;
  /** Judges a question. `milliseconds` is wall-clock time, counted from when the process has taken up the question. */
  validate(question: ValidationRequest, milliseconds: number): Promise<ProcessReply>;
  close(): void;
}

/** Starts such a process; it keeps no other from ending. Null where it cannot start. */
export async function startValidatorProcess(): Promise<ValidatorProcess | null> {
  const child = spawnConfined(fileURLToPath(new URL('./validator-child.ts', import.meta.url)));
  const close = () => void child.kill('SIGKILL');
  const ready = await nextOf(child, 'ready', { taken: START_MS, done: START_MS });
  if (!ready.message) {
    close();
    return null;
  }
  let used = 0;
  return {
    pid: child.pid,
    startMilliseconds: ready.message.milliseconds,
    get isReady() {
      return child.connected && !child.killed && used < LIFETIME_MS;
    },
    validate: async (question, milliseconds) => {
      child.send(question, () => undefined);
      const { message, elapsed } = await nextOf(child, 'verdict', { taken: START_MS, done: milliseconds });
      if (!message) {
        close();
        return { result: null, milliseconds: elapsed };
      }
      used += message.milliseconds;
      // Other threads of the process, such as those of the garbage collector, may run at the same time.
      return { result: message.verdict, milliseconds: Math.min(message.milliseconds, elapsed) };
    },
    close,
  };
}

interface Limits {
  /** Milliseconds until the process must have taken up the question. */
  readonly taken: number;
  /** Milliseconds from then on. */
  readonly done: number;
}

type Message<Type> = Extract<ChildMessage, { readonly type: Type }>;

/**
 * The next message of a type; null where the process sends none in time, or ends. `elapsed` is the wall-clock time in
 * milliseconds since the process took up the question, 0 if it never did.
 */
async function nextOf<Type extends 'ready' | 'verdict'>(
  child: ChildProcess,
  type: Type,
  limits: Limits,
): Promise<{ readonly message: Message<Type> | null; readonly elapsed: number }> {
  const { promise, resolve } = Promise.withResolvers<Message<Type> | null>();
  const none = () => resolve(null);
  // A message that has arrived already, because this process itself was late, is read first.
  const endAfter = (milliseconds: number) => setTimeout(() => setImmediate(none), milliseconds);
  let timer = endAfter(limits.taken);
  let taken: number | undefined;
  const onMessage = (message: ChildMessage) => {
    if (message.type === type) resolve(message as Message<Type>);
    if (message.type !== 'taken' || taken !== undefined) return;
    taken = performance.now();
    clearTimeout(timer);
    timer = endAfter(limits.done);
  };
  child.on('message', onMessage).once('exit', none).once('error', none);
  try {
    const message = await promise;
    return { message, elapsed: taken === undefined ? 0 : performance.now() - taken };
  } finally {
    clearTimeout(timer);
    child.off('message', onMessage).off('exit', none).off('error', none);
  }
}
