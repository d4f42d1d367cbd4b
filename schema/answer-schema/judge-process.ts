import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Question, Verdict } from './verdict.ts';

const START_MS = 10_000;

/** A process that judges one question at a time. */
export interface JudgeProcess {
  readonly pid: number | undefined;
  readonly isAlive: boolean;
  /** Null where there was no verdict in time: then the process is gone, with whatever it was at. */
  ask(question: Question, milliseconds: number): Promise<Verdict | null>;
  close(): void;
}

/** Starts such a process; it keeps no other from ending. Null where it cannot start. */
export async function startJudge(): Promise<JudgeProcess | null> {
  const child = forkChild();
  const close = () => void child.kill('SIGKILL');
  const hear = async <Message>(milliseconds: number): Promise<Message | null> => {
    const message = await nextMessage(child, milliseconds);
    if (message === null) close();
    return message as Message | null;
  };
  const ready = await hear<'ready'>(START_MS);
  return (
    ready && {
      pid: child.pid,
      get isAlive() {
        return child.connected && !child.killed;
      },
      ask: (question, milliseconds) => {
        child.send(question, () => undefined);
        return hear<Verdict>(milliseconds);
      },
      close,
    }
  );
}

/** By what this process reads types where Node does not (`src/agent-board.js`); its other options are its own. */
const hooks = process.execArgv.filter((_, i, all) => all[i] === '--import' || all[i - 1] === '--import');

function forkChild(): ChildProcess {
  const child = fork(fileURLToPath(new URL('./child.ts', import.meta.url)), {
    // It knows no secret, and Ctrl-C is not for it.
    env: {},
    detached: true,
    // Optimising, V8 takes twice as long for every further “a?” of a pattern.
    execArgv: [...hooks, '--no-regexp-optimization'],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  child.unref();
  child.channel?.unref();
  // Heard as its end; unheard, it would be ours.
  child.on('error', () => undefined);
  return child;
}

/** What the process says next; null where it says nothing in time, or ends. */
async function nextMessage(child: ChildProcess, milliseconds: number): Promise<unknown> {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const none = () => resolve(null);
  // An answer that lies here already, because this process itself was late, is read first.
  const timer = setTimeout(() => setImmediate(none), milliseconds);
  child.once('message', resolve).once('exit', none);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    child.off('message', resolve).off('exit', none);
  }
}
