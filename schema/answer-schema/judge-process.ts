import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { spawnConfined } from './confined-process.ts';
import type { Question, Verdict } from './verdict.ts';

const START_MS = 10_000;

/** After so much judging a process is replaced, long before its processor time ends in the middle of a question. */
const LIFETIME_MS = 20_000;

/** A process that judges one question at a time. */
export interface JudgeProcess {
  readonly pid: number | undefined;
  /** Whether it takes a further question. */
  readonly isReady: boolean;
  /** Null where there was no verdict in time: then the process is gone, with whatever it was at. */
  ask(question: Question, milliseconds: number): Promise<Verdict | null>;
  close(): void;
}

/** Starts such a process; it keeps no other from ending. Null where it cannot start. */
export async function startJudge(): Promise<JudgeProcess | null> {
  const child = spawnConfined(fileURLToPath(new URL('./child.ts', import.meta.url)));
  const close = () => void child.kill('SIGKILL');
  const hear = async <Message>(milliseconds: number): Promise<Message | null> => {
    const message = await nextMessage(child, milliseconds);
    if (message === null) close();
    return message as Message | null;
  };
  let used = 0;
  const ready = await hear<'ready'>(START_MS);
  return (
    ready && {
      pid: child.pid,
      get isReady() {
        return child.connected && !child.killed && used < LIFETIME_MS;
      },
      ask: async (question, milliseconds) => {
        const start = performance.now();
        child.send(question, () => undefined);
        const verdict = await hear<Verdict>(milliseconds);
        used += performance.now() - start;
        return verdict;
      },
      close,
    }
  );
}

/** What the process says next; null where it says nothing in time, or ends. */
async function nextMessage(child: ChildProcess, milliseconds: number): Promise<unknown> {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const none = () => resolve(null);
  // An answer that lies here already, because this process itself was late, is read first.
  const timer = setTimeout(() => setImmediate(none), milliseconds);
  child.once('message', resolve).once('exit', none).once('error', none);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    child.off('message', resolve).off('exit', none).off('error', none);
  }
}
