import { expect, test } from 'vitest';
import { Replicas } from '../../../prisma/replicas/replicas.ts';

const createStandby = (name: string, received: number, position = received) => ({
  name,
  received,
  position,
  primary: 'primary',
  isStandby: true,
  check: () => Promise.resolve(),
  reach(needed: number) {
    return Promise.resolve(needed <= this.position);
  },
  admit: () => name,
  close: () => Promise.resolve(),
});

type TestStandby = ReturnType<typeof createStandby>;

/**
 * Returns, for each position in the WAL that a computation needs, the standby on which it reads, or null if there is none. The
 * primary cannot be reached.
 */
async function chooseWithoutPrimary(
  standbys: readonly TestStandby[],
  positions: readonly number[],
): Promise<readonly unknown[]> {
  const primary = { server: 'primary', check: () => Promise.resolve(false), positions: { lagOf: () => 0 } };
  const replicas = new Replicas(primary as never, standbys as never, {
    urls: [],
    maxLagMs: 1_000,
    onChange: () => undefined,
  });
  const chosen: unknown[] = [];
  for (const position of positions)
    chosen.push(await replicas.choose({ server: 'primary', position, snapshot: null }));
  await replicas.close();
  return chosen;
}

test('reads use the standby that has received the most WAL while the primary cannot be reached', async () => {
  const standbys = [createStandby('first', 7), createStandby('second', 9), createStandby('third', 8)];

  expect(await chooseWithoutPrimary(standbys, [0, 9, 10])).toEqual(['second', 'second', null]);
});

test('reads use a standby that has replayed all of the most advanced WAL, rather than a standby that has only received it', async () => {
  const standbys = [createStandby('first', 9, -1), createStandby('second', 8), createStandby('third', 9)];

  expect(await chooseWithoutPrimary(standbys, [0])).toEqual(['third']);
});

test('reads use no standby if the standby that has received the most WAL has not replayed it', async () => {
  const standbys = [createStandby('first', 9, 8), createStandby('second', 8)];

  expect(await chooseWithoutPrimary(standbys, [0])).toEqual([null]);
});

test('reads use another standby if the most advanced standby can no longer be reached', async () => {
  const gone = createStandby('gone', 9);
  let checks = 0;
  gone.check = () => {
    // The first check is made at the start.
    if ((checks += 1) > 1) Object.assign(gone, { received: -1, position: -1 });
    return Promise.resolve();
  };

  expect(await chooseWithoutPrimary([gone, createStandby('second', 8)], [0])).toEqual(['second']);
});
