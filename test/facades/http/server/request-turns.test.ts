// Requests on connections that are kept open, beside new connections.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { toJsonReply } from '../../../../facades/http/reply.ts';
import { listen } from '../../../../facades/http/server/listen.ts';
import { createAdmission } from '../../../../src/gateway/load/admission.ts';
import { RequestTurns } from '../../../../src/gateway/load/request-turns.ts';
import { createLogger } from '../../../../src/logger.ts';
import { openTestRouter, testRoute } from './test-router.ts';

/** Opens a server whose requests each advance a fake clock by 20 ms. `started` has the names of those that have begun. */
async function openServer(method: 'GET' | 'POST') {
  let nowMs = 0;
  const started: string[] = [];
  const admission = createAdmission({
    maxInFlight: 1000,
    eventLoop: { delayMs: () => 0 },
    turns: new RequestTurns(() => nowMs),
    log: createLogger('silent'),
  });
  const work = (name: string) => {
    started.push(name);
    nowMs += 20;
    return toJsonReply('done');
  };
  const { router } = openTestRouter(
    [
      testRoute(`${method} /{name}`, { serve: ({ params }) => work(params['name'] ?? '') }),
      testRoute('GET /{name}/health', {
        isAlwaysServed: true,
        serve: ({ params }) => work(params['name'] ?? ''),
      }),
    ],
    {
      admission,
      createNotFound: (pathname) => {
        work(pathname.split('/')[1] ?? '');
        return null;
      },
    },
  );
  const listener = await listen(router.fetch, {
    host: '127.0.0.1',
    port: 0,
    onConnection: admission.onConnection,
  });
  onTestFinished(() => listener.close(0));
  const open = async (localAddress: string): Promise<Socket> => {
    const socket = connect({ port: listener.port, host: '127.0.0.1', localAddress });
    onTestFinished(() => void socket.destroy());
    await once(socket, 'connect');
    return socket;
  };
  return { open, started };
}

const formatGet = (name: string) => `GET /${name} HTTP/1.1\r\nHost: x\r\n\r\n`;
const formatHealthCheck = (name: string) => formatGet(`${name}/health`);
const formatUnmatched = (name: string) => formatGet(`${name}/unmatched`);
const formatPost = (name: string) => `POST /${name} HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nbody`;

test.each([
  ['GET requests', 'GET', formatGet],
  ['POST requests', 'POST', formatPost],
  ['health checks', 'GET', formatHealthCheck],
  ['requests to paths without a route', 'GET', formatUnmatched],
] as const)(
  'new connections are served while kept ones have more %s than one event loop iteration runs',
  async (_requests, method, request) => {
    const { open, started } = await openServer(method);
    const kept = await Promise.all(Array.from({ length: 100 }, () => open('127.0.0.1')));
    for (const socket of kept) socket.write(request('first'));
    await Promise.all(kept.map((socket) => once(socket, 'data')));
    started.length = 0;

    const responses = kept.map((socket) => once(socket, 'data'));
    for (const socket of kept) socket.write(request('kept'));
    for (let i = 0; i < 3; i++) {
      const socket = await open('127.0.1.1');
      responses.push(once(socket, 'data'));
      socket.write(request('new'));
    }
    await Promise.all(responses);

    expect(started).toHaveLength(103);
    // An iteration of the event loop runs three requests, or one if it has accepted a connection. Without turns it would run all.
    expect(started.lastIndexOf('new')).toBeLessThan(60);
  },
);
