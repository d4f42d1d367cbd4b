import { Resolver } from 'node:dns/promises';
import { afterEach, describe, expect, test, vi } from 'vitest';
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
