import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { ConfigError } from '../../../src/config.ts';
import { serveMetrics } from '../../../src/telemetry/metrics/metrics-server.ts';

const HOST = '127.0.0.1';

async function openServer(headersTimeout?: number) {
  const render = () => Promise.resolve('metrics');
  const server = await serveMetrics({
    host: HOST,
    port: 0,
    render,
    ...(headersTimeout !== undefined && { headersTimeout }),
  });
  onTestFinished(() => server.close());
  return server;
}

async function open(port: number): Promise<Socket> {
  const socket = connect({ port, host: HOST });
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

const REQUEST = 'GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n';

test('a hundred connections are served, and the next one is closed', async () => {
  const { port } = await openServer();
  const sockets = await Promise.all(Array.from({ length: 100 }, () => open(port)));

  const excess = await open(port);
  await once(excess.resume(), 'close');
  const last = sockets.at(-1) as Socket;
  last.write(REQUEST);
  const [response] = (await once(last, 'data')) as [Buffer];

  expect(String(response)).toMatch(/^HTTP\/1\.1 200/);
});

test('a connection stays open for the usual time between two scrapes', async () => {
  const { port } = await openServer();

  const { headers } = await fetch(`http://${HOST}:${port}/metrics`);

  expect(headers.get('keep-alive')).toBe('timeout=75');
});

test('a connection that sends no request is closed', async () => {
  const { port } = await openServer(100);

  const silent = await open(port);

  await once(silent.resume(), 'close');
});

test('a port that is in use is reported with its variable', async () => {
  const { port } = await openServer();

  const opening = serveMetrics({ host: HOST, port, render: () => Promise.resolve('') });

  await expect(opening).rejects.toThrow(
    new ConfigError(`METRICS_PORT: listen EADDRINUSE: address already in use ${HOST}:${port}`),
  );
});

test('simultaneous scrapes get one text, other paths and methods are refused, and a failed scrape is answered with 500', async () => {
  let renders = 0;
  let isBroken = false;
  const server = await serveMetrics({
    host: HOST,
    port: 0,
    render: async () => {
      renders += 1;
      await new Promise((resolve) => void setTimeout(resolve, 20));
      if (isBroken) throw new Error('no');
      return `text ${renders}`;
    },
  });
  const get = async (path: string, method = 'GET') => {
    const response = await fetch(`http://${HOST}:${server.port}${path}`, { method });
    return [
      response.status,
      await response.text(),
      response.headers.get('content-type'),
      response.headers.get('allow'),
    ];
  };
  const TYPE = 'text/plain; version=0.0.4; charset=utf-8';

  const together = await Promise.all([get('/metrics'), get('/metrics?x=1')]);
  const others = [
    await get('/metrics'),
    await get('/metrics', 'HEAD'),
    await get('/metrics', 'POST'),
    await get('/metrics/'),
  ];
  isBroken = true;
  others.push(await get('/metrics'));
  await server.close();

  expect([together, others]).toEqual([
    Array(2).fill([200, 'text 1', TYPE, null]),
    [
      [200, 'text 2', TYPE, null],
      [200, '', TYPE, null],
      [405, '', null, 'GET, HEAD'],
      [404, '', null, null],
      [500, '', null, null],
    ],
  ]);
});
