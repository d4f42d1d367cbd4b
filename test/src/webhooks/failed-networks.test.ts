import { afterEach, describe, expect, test, vi } from 'vitest';
import { ExchangeThread } from '../../../src/webhooks/exchange-thread.ts';
import { FailedNetworks, MAX_FAILED_TESTS } from '../../../src/webhooks/failed-networks.ts';
import { RespondingHosts } from '../../../src/webhooks/responding-hosts.ts';
import { createWebhookSender } from '../../../src/webhooks/sender.ts';
import { fakeClock } from './fake-clock.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const NETWORK = '198.51.100.0/24';

/** A call with this outcome. */
const endingWith = (outcome: { error: string | null } | Promise<{ error: string | null }>) => ({
  call: () => Promise.resolve(outcome),
  hasFailed: ({ error }: { error: string | null }) => error !== null,
});

/** Makes tests with this error until one is refused. Returns how many were made, at most 30. */
async function runUntilRefused(
  failed: FailedNetworks,
  region: string,
  error: string | null,
): Promise<number> {
  for (let count = 0; count < 30; count++) {
    try {
      await failed.run([NETWORK], region, endingWith({ error }));
    } catch {
      return count;
    }
  }
  return 30;
}

describe('failed tests of endpoints in one network', () => {
  test('are limited to ten for one region of callers in a minute, and to half of the rest for each further region', async () => {
    const failed = new FailedNetworks(MAX_FAILED_TESTS);

    const counts = [];
    for (const region of ['a', 'b', 'c']) counts.push(await runUntilRefused(failed, region, 'timeout'));

    expect(counts).toEqual([10, 5, 3]);
  });

  test('refuse further tests of an endpoint with an address in it, and no other tests', async () => {
    const failed = new FailedNetworks(MAX_FAILED_TESTS);
    await runUntilRefused(failed, 'a', 'challenge');
    const run = (networks: readonly string[]) => failed.run(networks, 'a', endingWith({ error: null }));

    await expect(run(['203.0.113.0/24'])).resolves.toEqual({ error: null });
    await expect(run(['203.0.113.0/24', NETWORK])).rejects.toThrow('too_many_failures');
  });
});

test('tests of endpoints in one network that succeed are not limited', async () => {
  expect(await runUntilRefused(new FailedNetworks(MAX_FAILED_TESTS), 'a', null)).toBe(30);
});

test('tests count as failed while they run', async () => {
  const failed = new FailedNetworks(MAX_FAILED_TESTS);
  const answer = Promise.withResolvers<{ error: null }>();
  const running = Array.from({ length: 12 }, () => failed.run([NETWORK], 'a', endingWith(answer.promise)));
  answer.resolve({ error: null });

  const outcomes = await Promise.allSettled(running);

  expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(2);
  expect(await failed.run([NETWORK], 'a', endingWith(answer.promise))).toEqual({ error: null });
});

test('failed tests of endpoints in a network count for a minute from the first test', async () => {
  const advance = fakeClock();
  const failed = new FailedNetworks(MAX_FAILED_TESTS);
  const run = (networks: readonly string[], error: string | null) =>
    failed.run(networks, 'a', { call: () => Promise.resolve({ error }), hasFailed: () => error !== null });
  for (let i = 0; i < 10; i++) {
    advance(5_000);
    await run(['n', 'm'], 'timeout');
  }

  await expect(run(['n'], null)).rejects.toThrow('too_many_failures');
  advance(15_001);
  await expect(run(['n'], null)).resolves.toEqual({ error: null });
});

const RESPONDING = '93.184.216.34';
/** In the network of `RESPONDING`. */
const SILENT = '93.184.216.99';
const FOREIGN = '8.8.8.8';

describe('deliveries to a network', () => {
  /**
   * A sender for names that resolve to `RESPONDING`, until `point` sets other addresses. Only port 443 of `RESPONDING` responds,
   * until `fail` is called.
   */
  function openSender() {
    let addresses = [RESPONDING];
    let isUp = true;
    const exchange = vi.spyOn(ExchangeThread.prototype, 'exchange');
    exchange.mockImplementation((request) =>
      Promise.resolve(
        isUp && request.addresses.includes(RESPONDING) && new URL(request.call.url).port === ''
          ? { status: 500, error: 'status', body: '', tlsMs: 0, address: RESPONDING }
          : { status: null, error: 'connection_failed', body: '', tlsMs: 0, address: null },
      ),
    );
    const sender = createWebhookSender({ webhooks: 'on' }, () => Promise.resolve(addresses));
    const { signal } = new AbortController();
    const deliver = async (agent: string, port = 443) => {
      const call = { owner: agent, url: `https://${agent}.agents.dev:${port}/`, headers: {}, body: '' };
      return (await sender.post(call, signal)).error;
    };
    const point = (...targets: readonly string[]) => {
      addresses = [...targets];
    };
    const fail = () => {
      isUp = false;
    };
    const lastAddresses = () => exchange.mock.lastCall?.[0].addresses;
    return { deliver, point, fail, lastAddresses, countCalls: () => exchange.mock.calls.length };
  }

  const agents = Array.from({ length: 70 }, (_, i) => `agent-${i}`);

  test('are not made after 60 of them failed in a minute, if their hosts have responded only in other networks', async () => {
    const { deliver, point, countCalls } = openSender();
    for (const agent of agents) await deliver(agent);
    point(FOREIGN);

    const errors = await Promise.all([...agents, ...agents].map((agent) => deliver(agent)));

    expect(countCalls()).toBe(70 + 60);
    expect(errors.filter((error) => error === 'too_many_failures')).toHaveLength(80);
  });

  test('are bounded also if their hosts have responded at another address of the network', async () => {
    const { deliver, point, countCalls } = openSender();
    for (const agent of agents) await deliver(agent);
    point(SILENT);

    await Promise.all(agents.map((agent) => deliver(agent)));

    expect(countCalls()).toBe(70 + 60);
  });

  test('are bounded also if their hosts have responded at another port of the address', async () => {
    const { deliver, countCalls } = openSender();
    for (const agent of agents) await deliver(agent);

    await Promise.all(agents.map((agent) => deliver(agent, 8443)));

    expect(countCalls()).toBe(70 + 60);
  });

  test('are always made to a host at the address at which it has responded', async () => {
    const { deliver, point } = openSender();
    await deliver('ada');
    point(SILENT);
    await Promise.all(agents.map((agent) => deliver(agent)));
    point(RESPONDING);

    expect([await deliver('ada'), await deliver('bob')]).toEqual(['status', 'too_many_failures']);
  });

  test('for a host with two addresses are made only at the address that has responded, until a call fails', async () => {
    const { deliver, point, fail, lastAddresses } = openSender();
    const both = ['2001:4860:4860::8888', RESPONDING];
    const called = [];
    point(...both);

    for (const change of [() => undefined, () => undefined, fail, () => undefined]) {
      change();
      await deliver('ada');
      called.push(lastAddresses());
    }

    expect(called).toEqual([both, [RESPONDING], [RESPONDING], both]);
  });
});

test('an address is known for a day after a response from it, for the same host and port only', () => {
  const advance = fakeClock();
  const hosts = new RespondingHosts();
  const url = new URL('https://ada.agents.dev:8443/a');
  hosts.add(url, RESPONDING);
  const find = (text = url.href) => hosts.knownAddresses(new URL(text), [RESPONDING, SILENT, FOREIGN]);

  const known = [find(), find('https://ada.agents.dev:8443/b'), find('https://bob.agents.dev:8443/')];
  known.push(find('https://ada.agents.dev/'));
  advance(86_400_000 - 1);
  known.push(find());
  advance(2);
  known.push(find());

  expect(known).toEqual([[RESPONDING], [RESPONDING], [], [], [RESPONDING], []]);
});
