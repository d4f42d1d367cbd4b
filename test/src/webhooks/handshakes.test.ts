import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { expect, test } from 'vitest';
import { createWebhookSender } from '../../../src/webhooks/sender.ts';
import { createExpensiveChain } from '../../support/generators/certificates.ts';

const call = (url: string, owner = 'ada') => ({ owner, url, headers: {}, body: '{}' });

const { signal } = new AbortController();

/** The cipher suites that a client offers, and the groups that it offers for key exchanges. */
function readClientHello(record: Buffer): {
  readonly suites: readonly number[];
  readonly groups: readonly number[];
} {
  const list = (at: number, length: number) =>
    Array.from({ length: length / 2 }, (_, i) => record.readUInt16BE(at + 2 * i));
  // Record header, handshake header, version and random; then the session id.
  const suitesAt = 5 + 4 + 2 + 32 + 1 + (record[5 + 4 + 2 + 32] ?? 0);
  const suites = list(suitesAt + 2, record.readUInt16BE(suitesAt));
  const SUPPORTED_GROUPS = 10;
  let at = suitesAt + 2 + 2 * suites.length + 2 + 2;
  while (record.readUInt16BE(at) !== SUPPORTED_GROUPS) at += 4 + record.readUInt16BE(at + 2);
  return { suites, groups: list(at + 6, record.readUInt16BE(at + 4)) };
}

test('a call offers no key exchange in finite fields, whose size the server would choose', async () => {
  let hello: Buffer | undefined;
  const raw = createTcpServer((socket) => {
    socket.once('data', (data) => {
      hello = data;
      socket.destroy();
    });
  });
  await once(raw.listen(0, '127.0.0.1'), 'listening');

  const { port: rawPort } = raw.address() as AddressInfo;
  await createWebhookSender({ webhooks: 'loopback' }).post(call(`https://127.0.0.1:${rawPort}/`), signal);
  raw.close();

  const { suites, groups } = readClientHello(hello as Buffer);
  // Suites of TLS 1.3 (RFC 8446), whose key exchanges use the groups; suites with elliptic curves (RFC 8422, 5289 and 7905); and
  // 0x00ff, which is no suite but a signal for renegotiation (RFC 5746).
  const ranges = [
    [0x13_01, 0x13_05],
    [0xc0_01, 0xc0_19],
    [0xc0_23, 0xc0_32],
    [0xcc_a8, 0xcc_a9],
    [0xff, 0xff],
  ] as const;
  expect(suites).toContain(0x13_01);
  expect(suites.filter((suite) => !ranges.some(([from, to]) => suite >= from && suite <= to))).toEqual([]);
  // The groups of finite fields are from 256 on (RFC 7919).
  expect([groups.length > 0, groups.every((group) => group < 256)]).toEqual([true, true]);
});

test('after an endpoint has sent a certificate that takes long to check, all calls of its agent fail, and calls of other agents do not', async () => {
  let handshakes = 0;
  const expensive = createTlsServer(createExpensiveChain(40)).on('connection', () => (handshakes += 1));
  expensive.on('tlsClientError', () => undefined);
  await once(expensive.listen(0, '127.0.0.1'), 'listening');
  const url = `https://127.0.0.1:${(expensive.address() as AddressInfo).port}/`;
  const plain = createServer((_request, response) => void response.end('ok'));
  await once(plain.listen(0, '127.0.0.1'), 'listening');
  const plainUrl = `http://127.0.0.1:${(plain.address() as AddressInfo).port}/`;
  const sender = createWebhookSender({ webhooks: 'loopback' });

  const first = await sender.post(call(url), signal);
  const [again, test, elsewhere, other] = [
    await sender.post(call(url), signal),
    await sender.test({ ...call(url), challenge: 'ok' }, '198.51.100.1'),
    await sender.post(call(plainUrl), signal),
    await sender.post(call(plainUrl, 'bob'), signal),
  ];

  const failed = [first, again, test, elsewhere].filter(({ error }) => error === 'connection_failed').length;
  expect([handshakes, failed, other.status]).toEqual([1, 4, 200]);
  await sender.close();
  expensive.close();
  plain.close();
});
