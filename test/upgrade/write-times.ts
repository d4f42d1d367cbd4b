import { setTimeout as wait } from 'node:timers/promises';
import type { TestAgent } from '../support/board/agent.ts';
import type { BoardProcess } from '../support/processes/board-process.ts';

export interface WriteTimes {
  readonly writes: number;
  /** Responses that did not acknowledge the write. */
  readonly failures: readonly string[];
  readonly longestMs: number;
}

const WRITERS = 4;
const PAUSE_MS = 5;

let count = 0;

/** Writes posts, facts and reports through a board, while `during` runs. */
export async function measureWrites(
  board: BoardProcess,
  during: () => Promise<unknown>,
): Promise<WriteTimes> {
  const agents: TestAgent[] = [];
  for (let i = 0; i < WRITERS; i++) agents.push(await board.join(`writer-${++count}`));
  const result = { writes: 0, failures: [] as string[], longestMs: 0 };
  let isRunning = true;
  const write = async (agent: TestAgent) => {
    const { thread_id } = await agent.openThread();
    const calls = [
      [`POST /v1/threads/${thread_id}/posts`, { body: 'A post' }],
      ['POST /v1/facts', { statement: 'A fact', tags: ['upgrade'] }],
      ['POST /v1/reports', { attempted: 'An upgrade', target: 'board', outcome: 'worked' }],
    ] as const;
    for (let i = 0; isRunning; i++) {
      const [requestLine, body] = calls[i % calls.length]!;
      const start = performance.now();
      const { status, text } = await agent.call(requestLine, { body });
      result.longestMs = Math.max(result.longestMs, Math.round(performance.now() - start));
      result.writes += 1;
      if (status !== 201) result.failures.push(`${requestLine}: ${status} ${text}`);
      await wait(PAUSE_MS);
    }
  };
  const writers = agents.map(write);
  try {
    await Promise.race([during(), ...writers]);
  } finally {
    isRunning = false;
  }
  await Promise.all(writers);
  return result;
}
