import { Pool } from 'pg';
import { afterEach, expect, type Mock, test, vi } from 'vitest';
import { Standby } from '../../../prisma/replicas/standby.ts';

afterEach(() => void vi.restoreAllMocks());

test('a standby that did not reach a position in time is slow until it reaches that position', async () => {
  let position = 5;
  const stateOf = () => ({ position, received: position, isStandby: true, server: 'one', primary: 'one' });
  const query = vi.spyOn(Pool.prototype, 'query') as unknown as Mock<() => Promise<object>>;
  query.mockImplementation(() => Promise.resolve({ rows: [stateOf()] }));
  const standby = new Standby({ name: 'one', connection: {}, expensive: {} }, () => ({
    rows: () => Promise.resolve([]),
  }));
  const reached = [await standby.reach(5), await standby.reach(7)];
  const isSlow: boolean[] = [];
  for (position = 5; position <= 8; position++) {
    await standby.check();
    isSlow.push(standby.isSlow);
  }

  expect([reached, isSlow]).toEqual([
    [true, false],
    [true, true, false, false],
  ]);
  await standby.close();
});

test('a standby that has restarted at a lower position has no position and is slow, unless it has the WAL of another primary', async () => {
  const state = { position: 9, received: 9, isStandby: true, server: 'one', primary: 'first' };
  const query = vi.spyOn(Pool.prototype, 'query') as unknown as Mock<() => Promise<object>>;
  query.mockImplementation(() => Promise.resolve({ rows: [{ ...state }] }));
  const standby = new Standby({ name: 'one', connection: {}, expensive: {} }, () => ({
    rows: () => Promise.resolve([]),
  }));
  await standby.reach(12);
  Object.assign(state, { position: 5, received: 5, server: 'restarted' });
  await standby.check();
  const sameWal = [standby.position, standby.isSlow];
  Object.assign(state, { primary: 'second' });
  await standby.check();

  expect([sameWal, [standby.position, standby.isSlow]]).toEqual([
    [-1, true],
    [5, false],
  ]);
  await standby.close();
});
