import { expect, test } from 'vitest';
import { UNCOUNTED } from '../../../../src/gateway/limits/uncounted-meter.ts';

test('the meter of the board’s own calls counts nothing, and refuses to reserve points for documents', async () => {
  await Promise.all([UNCOUNTED.charge('agent'), UNCOUNTED.chargeRegistration(), UNCOUNTED.refundCall()]);

  expect(UNCOUNTED.status).toBeNull();
  expect(() => UNCOUNTED.reservePoints(1, () => '')).toThrow('reserve no points');
});
