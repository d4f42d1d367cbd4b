import { expect, test } from 'vitest';
import { Replicas } from '../../../prisma/replicas/replicas.ts';

const createStandby = (name: string, received: number) => ({
  name,
  received,
  position: received,
  primary: 'primary',
  isStandby: true,
  check: () => Promise.resolve(),
  reach: (position: number) => Promise.resolve(position <= received),
  admit: () => name,
  close: () => Promise.resolve(),
});

test('of several standbys, the one that has received most is read while the primary cannot be reached', async () => {
  const primary = { server: 'primary', check: () => Promise.resolve(false), positions: { lagOf: () => 0 } };
  const standbys = [createStandby('first', 7), createStandby('second', 9), createStandby('third', 8)];
  const replicas = new Replicas(primary as never, standbys as never, {
    urls: [],
    maxLagMs: 1_000,
    onChange: () => undefined,
  });
  const choose = (position: number) => replicas.choose({ server: 'primary', position, snapshot: null });

  expect([await choose(0), await choose(9), await choose(10)]).toEqual(['second', 'second', null]);
  await replicas.close();
});
