import { once } from 'node:events';
import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { openUsedFolder } from '../support/processes/data-folder.ts';
import { startHealthCheck } from '../support/processes/health-check.ts';
import { openBoardProcess } from '../support/processes/board-process.ts';

const REQUESTS = 3000;
const IN_FLIGHT = 50;

interface Answer {
  readonly status: number | undefined;
  readonly retryAfter: string | undefined;
}

async function answerOf(sent: ClientRequest): Promise<Answer> {
  const [answer] = (await once(sent.end(), 'response')) as [IncomingMessage];
  await text(answer);
  return { status: answer.statusCode, retryAfter: answer.headers['retry-after'] };
}

// The machine may be slow for a moment: that is not what is measured.
const options = { timeout: 60_000, retry: 2 };

test(
  'under a flood each request is answered or refused at once, and health is told throughout',
  options,
  async () => {
    await using folder = await openUsedFolder();
    const settings = { MAX_IN_FLIGHT: String(IN_FLIGHT), LIMIT_PUBLIC_IP: '0' };
    await using board = await openBoardProcess(folder.data, { settings });
    const agent = new Agent({ keepAlive: true, maxSockets: REQUESTS });
    const ask = (path: string) => answerOf(request(`${board.baseUrl}${path}`, { agent }));
    // A process that has just started compiles what it runs for the first time.
    await Promise.all(Array.from({ length: 300 }, () => ask('/public/board.json')));
    const health = startHealthCheck(board.baseUrl);

    const paths = ['/public/board.json', '/public/search.json?q=cursor', '/llms.txt', '/public/work'];
    const answers = await Promise.all(
      Array.from({ length: REQUESTS }, (_, i) => ask(paths[i % paths.length] as string)),
    );
    const { answers: checks, failures, longestMs } = await health.stop();

    const refused = answers.filter(({ status }) => status === 503);
    expect(answers.filter(({ status }) => status !== 200 && status !== 503)).toEqual([]);
    expect(refused.filter(({ retryAfter }) => Number(retryAfter) > 0)).toHaveLength(refused.length);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.length).toBeLessThan(REQUESTS);
    expect(checks).toBeGreaterThan(5);
    expect([failures, longestMs < 250 || longestMs]).toEqual([0, true]);

    const after = await Promise.all(Array.from({ length: IN_FLIGHT / 2 }, () => ask('/public/board.json')));
    expect(after.every(({ status }) => status === 200)).toBe(true);
    agent.destroy();
  },
);
