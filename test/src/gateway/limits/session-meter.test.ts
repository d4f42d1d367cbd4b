// The calls that a session counts. The call of its first operation is counted when the session opens.
import { describe, expect, test } from 'vitest';
import { openMeter } from '../../../support/board/open-meter.ts';

const catchError = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error as { code: string; message: string; members: object },
  );

describe('a session', () => {
  test('counts its first operation when it opens, and each further operation', async () => {
    const { meter, log } = openMeter();

    await meter.prepay('public');
    const afterOpening = [...log];
    for (let i = 0; i < 3; i++) await meter.charge('public');

    expect(afterOpening).toEqual(['count public-ip 192.0.2.1']);
    expect(log).toEqual(Array(3).fill('count public-ip 192.0.2.1'));
    expect(meter.status).toMatchObject({ policy: 'public-ip', remaining: 5 });
  });

  test('counts its first operation again if another limit applies to the operation', async () => {
    const { meter, log } = openMeter();

    await meter.prepay('public');
    await meter.charge('agent');

    expect(log).toEqual(['count public-ip 192.0.2.1', 'count anon *']);
  });

  test('counts each operation of a document, which pays for its own first field under the same limit', async () => {
    const { meter, log } = openMeter({ viewer: { kind: 'operator' } });
    await meter.prepay('anyone');

    const calls = [await meter.chargeOperation('anyone'), await meter.chargeOperation('anyone')];
    const afterOperations = log.length;
    await meter.charge('operator', calls[0]);
    await meter.charge('operator', calls[0]);
    const afterFields = log.length;
    await meter.charge('operator', calls[1]);

    expect([afterOperations, afterFields, log.length]).toEqual([2, 3, 3]);
  });

  test('has the status of the tightest limit that callers may see', async () => {
    const [tighter, equal, hidden] = [
      openMeter({ left: { 'register-ip': 4, 'register-global': 3 } }).meter,
      openMeter({ left: { 'register-ip': 3, 'register-global': 3 } }).meter,
      openMeter().meter,
    ];
    await tighter.prepay('registration');
    await equal.prepay('registration');
    await hidden.prepay('agent');

    expect([tighter.status?.policy, equal.status?.policy, hidden.status]).toEqual([
      'register-global',
      'register-ip',
      null,
    ]);
  });

  test('checks the limit of all registrations before a registration, and counts the registration after it', async () => {
    const { meter, log } = openMeter();

    await meter.prepay('registration');
    await meter.chargeRegistration();

    expect(log).toEqual(['count register-ip 192.0.2.1', 'peek register-global', 'count register-global *']);
  });

  test.each([
    ['registration', 'register-ip'],
    ['registration', 'register-global'],
    ['public', 'public-ip'],
  ] as const)('with the policy %s is refused if %s has no calls left', async (policy, bucket) => {
    const { meter } = openMeter({ left: { [bucket]: 0 } });

    const error = await catchError(meter.prepay(policy));

    expect([error?.code, error?.message]).toEqual(['rate_limited', expect.stringContaining(`(${bucket})`)]);
    expect(meter.status?.policy).toBe(bucket);
  });

  test('has no status if the limits are off', async () => {
    const { meter, log } = openMeter({ left: { 'public-ip': -1, 'register-ip': -1, 'register-global': -1 } });

    await meter.prepay('public');
    await meter.prepay('registration');
    await meter.refundCall();

    expect([meter.status, log.length]).toEqual([null, 3]);
  });

  test('refunds each of its calls once', async () => {
    const { meter, log } = openMeter();
    await meter.prepay('public');
    await meter.charge('public');
    await meter.charge('public');
    log.length = 0;

    await meter.refundCall();
    await meter.refundCall();

    expect([log, meter.status?.remaining]).toEqual([['refund public-ip', 'refund public-ip'], 6]);
  });

  test('of a request that is executed again counts nothing, unless its call was refunded', async () => {
    const repetition = { isRepeated: false, countedCall: null as object | null };
    const first = openMeter({ repetition });
    await first.meter.prepay('public');
    repetition.isRepeated = true;
    const again = openMeter({ repetition });
    await again.meter.prepay('public');
    await again.meter.charge('public');
    const counted = [again.log.length, again.meter.status];
    await again.meter.refundCall();
    const third = openMeter({ repetition });
    await third.meter.prepay('public');

    expect(counted).toEqual([0, first.meter.status]);
    expect(third.log).toEqual(['count public-ip 192.0.2.1']);
  });

  test.each([
    ['5 of 10 registrations left', true, 5],
    ['6 of 10 registrations left', false, 6],
    ['no limit of registrations', false, -1],
  ])('with %s reports whether registrations spike: %s', async (_limit, expected, remaining) => {
    expect(await openMeter({ left: { 'register-global': remaining } }).meter.isRegistrationSpiking()).toBe(
      expected,
    );
  });

  test('reads the limits that callers share, without the limits that are off, and the pressure on the limits', async () => {
    const { meter } = openMeter({ left: { 'register-global': -1 } });
    const namesOf = async (each: typeof meter) =>
      (await each.readSharedLimits()).map(({ policy }) => policy).toSorted();

    expect(await namesOf(openMeter().meter)).toEqual(['anon', 'creator', 'register-global']);
    expect(await namesOf(meter)).toEqual(['anon', 'creator']);
    expect(await meter.readPressure()).toBe('the pressure');
  });
});
