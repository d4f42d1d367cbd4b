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
 * primary cannot be reached; `server` is the time at which it started, null if this process has never reached it.
 */
async function chooseWithoutPrimary(
  standbys: readonly TestStandby[],
  positions: readonly number[],
  server: string | null = 'primary',
): Promise<readonly unknown[]> {
  const primary = { server, check: () => Promise.resolve(false), positions: { lagOf: () => 0 } };
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

test('reads use a standby of the last known primary, rather than a server that has received more WAL of another primary', async () => {
  const oldPrimary = Object.assign(createStandby('old primary', 9), { primary: 'old', isStandby: false });
  const standbyOfOld = Object.assign(createStandby('standby of the old primary', 9), { primary: 'old' });
  const others = [oldPrimary, standbyOfOld];

  expect(await chooseWithoutPrimary([...others, createStandby('current', 8)], [0])).toEqual(['current']);
  expect(await chooseWithoutPrimary([...others, createStandby('slow', 8, 7)], [0])).toEqual([null]);
});

test('reads use the most advanced server if no server is known to have the WAL of the last known primary', async () => {
  // After a failover the standbys may be read before the start of the new primary is stored.
  const others = [8, 9].map((received) =>
    Object.assign(createStandby(`${received}`, received), { primary: 'new' }),
  );
  const gone = Object.assign(createStandby('gone', -1), { primary: null });

  expect(await chooseWithoutPrimary([...others, gone], [0])).toEqual(['9']);
  expect(await chooseWithoutPrimary([...others, gone], [0], null)).toEqual(['9']);
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
