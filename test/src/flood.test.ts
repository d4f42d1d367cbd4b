import { once } from 'node:events';
import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { openFolderWithServerData } from '../support/processes/data-folder.ts';
import { startHealthCheck } from '../support/processes/health-check.ts';
import { openBoardProcess } from '../support/processes/board-process.ts';

const REQUESTS = 3000;
const IN_FLIGHT = 50;
const PATHS = ['/public/board.json', '/public/search.json?q=cursor', '/llms.txt', '/public/work', '/nowhere'];

interface Response {
  readonly path: string;
  readonly status: number | undefined;
  readonly retryAfter: string | undefined;
}

async function readResponse(request: ClientRequest): Promise<Response> {
  const [response] = (await once(request.end(), 'response')) as [IncomingMessage];
  await text(response);
  return { path: request.path, status: response.statusCode, retryAfter: response.headers['retry-after'] };
}

test(
  'under a flood each request is answered or refused, and nine of ten health checks are answered within 250 ms',
  { timeout: 60_000 },
  async () => {
    await using folder = await openFolderWithServerData();
    const settings = { MAX_IN_FLIGHT: String(IN_FLIGHT), LIMIT_PUBLIC_IP: '0' };
    await using board = await openBoardProcess(folder.data, { settings });
    const agent = new Agent({ keepAlive: true, maxSockets: REQUESTS });
    const get = (path: string) => readResponse(request(`${board.baseUrl}${path}`, { agent }));
    // Warm up: a new process is slower until its code is compiled.
    const getMany = (length: number) =>
      Promise.all(Array.from({ length }, (_, i) => get(PATHS[i % PATHS.length] as string)));
    for (let round = 0; round < 10; round++) await getMany(IN_FLIGHT);
    const health = await startHealthCheck(board);

    const responses = await getMany(REQUESTS);
    const { responses: checkCount, failures, ninetiethPercentileMs } = await health.stop();

    const refused = responses.filter(({ status }) => status === 503);
    const isServed = ({ path, status }: Response) => status === (path === '/nowhere' ? 404 : 200);
    expect(responses.filter((response) => response.status !== 503 && !isServed(response))).toEqual([]);
    expect(refused.filter(({ retryAfter }) => Number(retryAfter) > 0)).toHaveLength(refused.length);
    // There is no lower bound: new connections start one by one, so a fast process may refuse none.
    expect(refused.length).toBeLessThan(REQUESTS);
    expect(checkCount).toBeGreaterThan(5);
    expect(failures).toBe(0);
    // A health check that waits behind the refused requests would take a second.
    expect(ninetiethPercentileMs).toBeLessThan(250);

    // Two seconds after the flood, refused connections are read again, and all requests are answered.
    await expect.poll(async () => (await get('/public/board.json')).status, { timeout: 5_000 }).toBe(200);
    const after = await Promise.all(Array.from({ length: IN_FLIGHT / 2 }, () => get('/public/board.json')));
    expect(after.every(({ status }) => status === 200)).toBe(true);
    agent.destroy();
  },
);
