// Standbys that need no server.
import { setImmediate } from 'node:timers/promises';
import { Replicas } from '../../../prisma/replicas/replicas.ts';

/** A standby that has replayed up to position 10, and reaches position 12 soon. `waitedFor` has the positions that reads wait for. */
export const createStandby = (name: string, state: object = {}) => ({
  ...{ name, position: 10, received: 10, primary: 'one', isStandby: true, isSlow: false, chosen: 0 },
  reads: { name },
  waitedFor: [] as number[],
  check: () => Promise.resolve(),
  reach(position: number) {
    this.waitedFor.push(position);
    return Promise.resolve(position <= 12);
  },
  admit: () => ({ name }),
  close: () => Promise.resolve(),
  ...state,
});

export type TestStandby = ReturnType<typeof createStandby>;

/** Opens the standbys of a primary at position 20. The lag is 5 ms for each byte behind it. Each standby has been checked once. */
export async function openReplicas(standbys: readonly TestStandby[], primary: object = {}) {
  const changes: unknown[] = [];
  const replicas = new Replicas(
    {
      ...{ server: 'one', isReachable: true, check: () => Promise.resolve(true) },
      positions: { lagOf: (position: number) => (20 - position) * 5 },
      ...primary,
    } as never,
    standbys as never,
    { urls: [], maxLagMs: 50, onChange: (...change) => changes.push(change) },
  );
  await setImmediate();
  return { replicas, changes };
}
