// The bounds of calls of webhooks: addresses, failed tests of endpoints, and slow calls.
import { Resolver } from 'node:dns/promises';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { FailedNetworks, MAX_FAILED_TESTS } from '../../../src/webhooks/failed-networks.ts';
import { OpenCalls } from '../../../src/webhooks/open-calls.ts';
import { resolveAddresses, resolvePublic } from '../../../src/webhooks/public-addresses.ts';
import { fakeClock } from './fake-clock.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('the addresses of a name', () => {
  const resolve = (...addresses: readonly string[]) =>
    resolvePublic('a.test', () => Promise.resolve(addresses)).catch(
      (error: unknown) => (error as { reason: string }).reason,
    );
  const many = (count: number) => Array.from({ length: count }, (_, i) => `93.184.216.${i}`);

  test('are from 1 to 16 public ones, and one address of each family is called', async () => {
    expect([
      await resolve(),
      await resolve(...many(16)),
      await resolve(...many(17)),
      await resolve('93.184.216.1', '2606:2800:220:1::1', '2606:2800:220:1::2'),
      await resolve('93.184.216.1', '10.0.0.1'),
    ]).toEqual([
      'dns_failed',
      ['93.184.216.0'],
      'dns_failed',
      ['2606:2800:220:1::1', '93.184.216.1'],
      'address_not_public',
    ]);
  });

  test('are looked up in DNS for both families, of which one may have none', async () => {
    fakeClock();
    const ipv4 = vi.spyOn(Resolver.prototype, 'resolve4').mockResolvedValue(['93.184.216.1'] as never);
    const ipv6 = vi.spyOn(Resolver.prototype, 'resolve6').mockResolvedValue(['2606:2800:220:1::1'] as never);
    const found = [await resolveAddresses('a.test')];
    ipv6.mockRejectedValue(new Error('ENODATA'));
    found.push(await resolveAddresses('b.test'));
    ipv4.mockRejectedValue(new Error('ENOTFOUND'));
    found.push(await resolveAddresses('c.test'));

    expect(found).toEqual([['93.184.216.1', '2606:2800:220:1::1'], ['93.184.216.1'], []]);
    expect(ipv6.mock.calls).toEqual([['a.test'], ['b.test'], ['c.test']]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('are those that were found within eight seconds', async () => {
    const advance = fakeClock();
    const { promise, reject } = Promise.withResolvers<never>();
    vi.spyOn(Resolver.prototype, 'resolve4').mockResolvedValue(['93.184.216.1'] as never);
    vi.spyOn(Resolver.prototype, 'resolve6').mockReturnValue(promise);
    const cancel = vi
      .spyOn(Resolver.prototype, 'cancel')
      .mockImplementation(() => reject(new Error('ECANCELLED')));
    const found = resolveAddresses('a.test');

    advance(7_999);
    const early = cancel.mock.calls.length;
    advance(1);

    expect([early, await found, cancel.mock.calls.length]).toEqual([0, ['93.184.216.1'], 1]);
  });
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

test('a call is slow after more than two seconds, and a call that has ended does not count', async () => {
  let now = 0;
  const calls = new OpenCalls(() => now);
  const signals: AbortSignal[] = [];
  const open = () =>
    void calls.run((signal) => {
      signals.push(signal);
      return new Promise(() => undefined);
    });
  for (let i = 0; i < 256; i++) open();
  await calls.run(() => Promise.resolve());
  await calls.run(() => Promise.reject(new Error('no'))).catch(() => undefined);
  open();
  const countAborted = () => signals.filter(({ aborted }) => aborted).length;
  now = 2_000;
  open();
  const atTwoSeconds = countAborted();
  now = 2_001;
  open();

  expect([atTwoSeconds, countAborted(), signals[0]?.aborted, signals[1]?.aborted]).toEqual([
    0,
    1,
    true,
    false,
  ]);
});
