import type { ChildProcess } from 'node:child_process';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { spawnConfined } from './confined-process.ts';
import type { ChildMessage, ValidationRequest, ValidationResult } from './validation.ts';

/** The main module of the child process: `.ts`, or `.js` in a package, which contains compiled modules. */
const SCRIPT = new URL(`./validator-child${extname(import.meta.url)}`, import.meta.url);

/** Wall-clock time limit to start the process, or to start a request. Generous, for overloaded machines. */
const START_MS = 20_000;

/** Processor time of validations after which a process is replaced, well before `ulimit` would end it during a request. */
const MAX_PROCESSOR_MS = 20_000;

/** The outcome of a request. */
export interface ProcessReply {
  /** Null if the request exceeded its time limit, so that the process was killed, or if the process ended by itself. */
  readonly result: ValidationResult | null;
  /** Processor time of the validation; without a result, wall-clock time since the process started the request. */
  readonly milliseconds: number;
  /** Whether the process ended by itself after earlier requests, which may have used up its memory. */
  readonly mayRepeat: boolean;
}

/** A child process that validates one request at a time. */
export interface ValidatorProcess {
  readonly pid: number | undefined;
  /** Processor time of the start, in milliseconds. */
  readonly startMilliseconds: number;
  /** Whether the process can take another request. */
  readonly isReady: boolean;
  /** Validates one request. `milliseconds` limits the wall-clock time from the start of the request. */
  validate(request: ValidationRequest, milliseconds: number): Promise<ProcessReply>;
  close(): void;
}

/** Starts a child process, which does not keep this process alive. Resolves to null if it does not start. */
export async function startValidatorProcess(): Promise<ValidatorProcess | null> {
  const child = spawnConfined(fileURLToPath(SCRIPT));
  const close = () => void child.kill('SIGKILL');
  const ready = await nextMessage(child, 'ready', { startMs: START_MS, resultMs: START_MS });
  if (!ready.message) {
    close();
    return null;
  }
  let usedMilliseconds = 0;
  let completedRequests = 0;
  return {
    pid: child.pid,
    startMilliseconds: ready.message.milliseconds,
    get isReady() {
      return (
        child.connected &&
        !child.killed &&
        child.exitCode === null &&
        child.signalCode === null &&
        usedMilliseconds < MAX_PROCESSOR_MS
      );
    },
    validate: async (request, milliseconds) => {
      child.send(request, () => undefined);
      const { message, elapsed } = await nextMessage(child, 'result', {
        startMs: START_MS,
        resultMs: milliseconds,
      });
      if (!message) {
        const hasEnded = child.exitCode !== null || child.signalCode !== null;
        close();
        return { result: null, milliseconds: elapsed, mayRepeat: hasEnded && completedRequests > 0 };
      }
      completedRequests++;
      usedMilliseconds += message.milliseconds;
      // Processor time can exceed wall-clock time: threads of the garbage collector run at the same time as the validation.
      return {
        result: message.result,
        milliseconds: Math.min(message.milliseconds, elapsed),
        mayRepeat: false,
      };
    },
    close,
  };
}

/** Starts a child process. Resolves to null also if starting throws. */
export const tryToStartValidatorProcess = async (): Promise<ValidatorProcess | null> => {
  try {
    return await startValidatorProcess();
  } catch {
    return null;
  }
};

interface TimeLimits {
  /** Until the process starts the request. */
  readonly startMs: number;
  /** From the start of the request to its result. */
  readonly resultMs: number;
}

type Message<Type> = Extract<ChildMessage, { readonly type: Type }>;

/**
 * Waits for the next message of a type; `message` is null if the process ends or does not send it in time. `elapsed` is the
 * wall-clock time in milliseconds since the process started the request, 0 if it did not start it.
 */
async function nextMessage<Type extends 'ready' | 'result'>(
  child: ChildProcess,
  type: Type,
  limits: TimeLimits,
): Promise<{ readonly message: Message<Type> | null; readonly elapsed: number }> {
  const { promise, resolve } = Promise.withResolvers<Message<Type> | null>();
  const resolveNull = () => resolve(null);
  // setImmediate: if this process itself was late, messages that have already arrived are delivered first.
  const endAfter = (milliseconds: number) => setTimeout(() => setImmediate(resolveNull), milliseconds);
  let timer = endAfter(limits.startMs);
  let started: number | undefined;
  const onMessage = (message: ChildMessage) => {
    if (message.type === type) resolve(message as Message<Type>);
    if (message.type !== 'started' || started !== undefined) return;
    started = performance.now();
    clearTimeout(timer);
    timer = endAfter(limits.resultMs);
  };
  child.on('message', onMessage).once('exit', resolveNull).once('error', resolveNull);
  try {
    const message = await promise;
    return { message, elapsed: started === undefined ? 0 : performance.now() - started };
  } finally {
    clearTimeout(timer);
    child.off('message', onMessage).off('exit', resolveNull).off('error', resolveNull);
  }
}
