import { createServer } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exchange } from '../../../src/webhooks/exchange.ts';
import { lookupAmong, resolvePublic } from '../../../src/webhooks/public-addresses.ts';
import { createWebhookSender } from '../../../src/webhooks/sender.ts';

let connections = 0;
const server = createServer((request, response) => {
  request.resume();
  if (request.url === '/endless') {
    const write = (): void => {
      if (response.write('x'.repeat(65_536))) setImmediate(write);
      else response.once('drain', write);
    };
    write();
  } else if (request.url === '/information') {
    const write = (): void => {
      if (!request.socket.destroyed)
        request.socket.write('HTTP/1.1 103 Early Hints\r\n\r\n', () => setImmediate(write));
    };
    write();
  } else if (request.url === '/small-writes') {
    // Fewer bytes than a sender reads, in more chunks of the socket than it reads.
    let left = 2000;
    const write = (): void => {
      left -= 1;
      if (left === 0) response.end('ok');
      else if (!request.socket.destroyed)
        request.socket.write('HTTP/1.1 103 Early Hints\r\n\r\n', () => setTimeout(write, 1));
    };
    write();
  } else if (request.url === '/lines') {
    const write = (): void => {
      if (!request.socket.destroyed) request.socket.write('\r\n'.repeat(32_768), () => setImmediate(write));
    };
    write();
  } else if (request.url === '/upgrade')
    request.socket.write(
      'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n',
    );
  else if (request.url === '/unsized') request.socket.end('HTTP/1.1 200 OK\r\n\r\nok');
  else if (request.url !== '/silent') response.end('ok');
});
server.on('connection', () => (connections += 1));
let port = 0;
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  ({ port } = server.address() as AddressInfo);
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const call = (url: string) => ({ owner: 'ada', url, headers: {}, body: '{}' });

const callWithChallenge = (url: string, challenge = 'ok') => ({ ...call(url), challenge });

const { signal } = new AbortController();

/** A sender that resolves each name to the next of these answers. */
const resolvingTo = (...answers: readonly (readonly string[])[]) => {
  const rest = [...answers];
  return createWebhookSender({ webhooks: 'on' }, () => Promise.resolve(rest.shift() ?? []));
};

describe('a call to a name', () => {
  test.each([
    [['127.0.0.1']],
    [['93.184.216.34', '127.0.0.1']],
    [['10.1.2.3']],
    [['169.254.169.254']],
    [['::1']],
    [['::ffff:127.0.0.1']],
    [['64:ff9b::a00:1']],
    [['fd00::1']],
  ])('is refused if the name has the addresses %s', async (addresses) => {
    const before = connections;

    const { error, status } = await resolvingTo(addresses).post(
      call(`https://rebound.agents.dev:${port}/`),
      signal,
    );

    expect([error, status, connections]).toEqual(['address_not_public', null, before]);
  });

  test('with more addresses than a service needs is refused', async () => {
    const addresses = Array.from({ length: 17 }, (_, i) => `93.184.216.${i}`);

    const { error } = await resolvingTo(addresses).post(call(`https://many.agents.dev:${port}/`), signal);

    expect(error).toBe('dns_failed');
  });

  test('may connect to one address of each family', async () => {
    const addresses = ['93.184.216.34', '93.184.216.35', '2606:2800:220:1::1', '2606:2800:220:1::2'];

    expect(await resolvePublic('agents.dev', () => Promise.resolve(addresses))).toEqual([
      '2606:2800:220:1::1',
      '93.184.216.34',
    ]);
  });

  test('resolves the name again, and checks the new addresses', async () => {
    const sender = resolvingTo([], ['127.0.0.1']);

    const results = [
      await sender.post(call('https://rebound.agents.dev/'), signal),
      await sender.post(call('https://rebound.agents.dev/'), signal),
    ];

    expect(results.map(({ error }) => error)).toEqual(['dns_failed', 'address_not_public']);
  });

  test('connects to the checked addresses, whatever the name resolves to at that time', () => {
    const found: unknown[] = [];
    const lookup = lookupAmong(['93.184.216.34', '2606:2800:220:1::1']);

    lookup('localhost', { all: true }, (_error, addresses) => found.push(addresses));
    lookup('localhost', {}, (_error, address, family) => found.push([address, family]));

    expect(found).toEqual([
      [
        { address: '93.184.216.34', family: 4 },
        { address: '2606:2800:220:1::1', family: 6 },
      ],
      ['93.184.216.34', 4],
    ]);
  });
});

describe('a call', () => {
  test('may have a response that ends with its connection', async () => {
    const sender = createWebhookSender({ webhooks: 'loopback' });

    const result = await sender.post(call(`http://127.0.0.1:${port}/unsized`), signal);

    expect(result).toEqual({ status: 200, error: null, body: 'ok' });
  });

  test('reports the address that responded, also if its connection ends with the response', async () => {
    const exchangeWith = (addresses: readonly string[], path: string) =>
      exchange({ call: call(`http://agents.dev:${port}${path}`), addresses }, signal, () => undefined);

    const { address } = await exchangeWith(['127.0.0.1'], '/unsized');
    const failed = await exchangeWith(['127.0.0.1'], '/upgrade');

    expect([address, failed.address]).toEqual(['127.0.0.1', null]);
  });

  test('to an address that is not public is refused', async () => {
    const { error } = await createWebhookSender({ webhooks: 'on' }).post(
      call(`https://127.0.0.1:${port}/`),
      signal,
    );

    expect(error).toBe('address_not_public');
  });

  test('reads only the beginning of the response', async () => {
    const sender = createWebhookSender({ webhooks: 'loopback' });

    const { status, body } = await sender.post(call(`http://127.0.0.1:${port}/endless`), signal);

    expect([status, body.length]).toEqual([200, 4096]);
  });

  test('that cannot connect has an error', async () => {
    const sender = createWebhookSender({ webhooks: 'loopback' });

    const { status, error } = await sender.post(call('http://127.0.0.1:1/'), signal);

    expect([status, error]).toEqual([null, 'connection_failed']);
  });
});

test('a call that is aborted fails with `timeout`', async () => {
  const controller = new AbortController();
  const sender = createWebhookSender({ webhooks: 'loopback' });
  const ended = sender.post(call(`http://127.0.0.1:${port}/silent`), controller.signal);
  await once(server, 'request');

  controller.abort();

  expect((await ended).error).toBe('timeout');
});

describe.each(['http', 'https'])('a call over %s that is aborted', (protocol) => {
  /** Accepts connections and sends nothing. */
  const openSilentServer = async () => {
    const sockets = new Set<Socket>();
    const silent = createTcpServer((socket) => {
      sockets.add(socket.on('error', () => undefined));
      socket.on('close', () => sockets.delete(socket));
    });
    await once(silent.listen(0, '127.0.0.1'), 'listening');
    const url = `${protocol}://127.0.0.1:${(silent.address() as AddressInfo).port}/`;
    return { sockets, url, silent, [Symbol.dispose]: () => void silent.close() };
  };

  test('closes its connection, also while a long body is not read', async () => {
    using target = await openSilentServer();
    const controller = new AbortController();
    const request = { ...call(target.url), body: 'b'.repeat(5_000_000) };
    const ended = createWebhookSender({ webhooks: 'loopback' }).post(request, controller.signal);
    await once(target.silent, 'connection');

    controller.abort();
    await ended;
    for (const socket of target.sockets) socket.resume();

    await expect.poll(() => target.sockets.size).toBe(0);
  });

  test('does not interrupt other calls when its server resets the connection', async () => {
    using target = await openSilentServer();
    const [first, second] = [new AbortController(), new AbortController()];
    const sender = createWebhookSender({ webhooks: 'loopback' });
    const ended = sender.post(call(target.url), first.signal);
    const [socket] = (await once(target.silent, 'connection')) as [Socket];
    const other = sender.post(call(`http://127.0.0.1:${port}/silent`), second.signal);
    await once(server, 'request');

    first.abort();
    socket.resetAndDestroy();
    await ended;
    const { status } = await sender.post(call(`http://127.0.0.1:${port}/`), signal);
    second.abort();

    expect([status, (await other).error]).toEqual([200, 'timeout']);
  });
});

test('closing a sender interrupts its calls, which fail; later calls are made', async () => {
  const sender = createWebhookSender({ webhooks: 'loopback' });
  const interrupted = sender.post(call(`http://127.0.0.1:${port}/silent`), signal);
  await once(server, 'request');

  await sender.close();
  const { status } = await sender.post(call(`http://127.0.0.1:${port}/`), signal);

  expect([(await interrupted).error, status]).toEqual(['connection_failed', 200]);
});

test.each([
  ['one informational response after another', '/information'],
  ['a response after too many small writes', '/small-writes'],
  ['empty lines without end', '/lines'],
  ['another protocol', '/upgrade'],
])('a call that is answered with %s fails at once, and closes its connection', async (_name, path) => {
  const sender = createWebhookSender({ webhooks: 'loopback' });
  const accepted = once(server, 'connection');

  const { error } = await sender.post(call(`http://127.0.0.1:${port}${path}`), signal);
  const [socket] = (await accepted) as [Socket];

  expect(error).toBe('connection_failed');
  await expect.poll(() => socket.destroyed).toBe(true);
});

test('a test that has ended leaves its slot to the next test', async () => {
  const sender = createWebhookSender({ webhooks: 'on' }, () => Promise.resolve([]));
  const errors = new Set<unknown>();

  for (let i = 0; i < 40; i++)
    errors.add((await sender.test(callWithChallenge('https://agents.test/'), '203.0.113.1')).error);

  expect([...errors]).toEqual(['dns_failed']);
});

test('a test fails if the response does not contain the challenge', async () => {
  const sender = createWebhookSender({ webhooks: 'loopback' });
  const run = (challenge: string) =>
    sender.test(callWithChallenge(`http://127.0.0.1:${port}/`, challenge), '203.0.113.1');

  expect([await run('ok'), await run('other')]).toEqual([
    { status: 200, error: null },
    { status: 200, error: 'challenge' },
  ]);
});

test('the tests of one region take at most half of the slots', async () => {
  const sender = createWebhookSender({ webhooks: 'loopback' });
  const silent = Array.from({ length: 40 }, (_, i) =>
    sender.test(callWithChallenge(`http://127.0.0.1:${port}/silent`), `203.0.113.${i}`),
  );
  const refused = Promise.allSettled(silent);

  const other = await sender.test(callWithChallenge(`http://127.0.0.1:${port}/`), '198.51.100.1');
  server.closeAllConnections();

  expect(other.status).toBe(200);
  expect((await refused).filter(({ status }) => status === 'rejected')).toHaveLength(8);
});
