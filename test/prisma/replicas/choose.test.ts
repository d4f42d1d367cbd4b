// Which standby a computation reads on, and which standbys are left out.
import { describe, expect, test } from 'vitest';
import { createStandby, openReplicas, type TestStandby } from './test-standbys.ts';

const NEED = { server: 'one', position: 10, snapshot: '9:9:' };

describe('a computation', () => {
  const chooseFrom = async (standbys: readonly TestStandby[], need: object = {}) => {
    const { replicas } = await openReplicas(standbys);
    const chosen = (await replicas.choose({ ...NEED, ...need })) as { name: string } | null;
    await replicas.close();
    return [chosen?.name ?? null, standbys.map(({ waitedFor }) => waitedFor)];
  };

  test('reads on the standbys in turn', async () => {
    const { replicas } = await openReplicas([createStandby('a'), createStandby('b'), createStandby('c')]);
    const names = [];
    for (let i = 0; i < 4; i++) names.push(await replicas.choose(NEED));

    expect(names).toEqual(['b', 'c', 'a', 'b'].map((name) => ({ name })));
    await replicas.close();
  });

  test.each<[string, readonly object[], object, unknown]>([
    [' that has the position', [{}, { position: 9 }], {}, ['first', [[], []]]],
    [' that reaches the position soon', [{}], { position: 12 }, ['first', [[12]]]],
    [', unless the standby does not reach the position', [{}], { position: 13 }, [null, [[13]]]],
    [
      ', unless the standby was slow before and does not have the position yet',
      [{ isSlow: true }],
      { position: 12 },
      [null, [[]]],
    ],
    [' that was slow before if it has the position', [{ isSlow: true }], {}, ['first', [[]]]],
    [', unless the standby belongs to another primary', [{ primary: 'two' }], {}, [null, [[]]]],
    [', unless the standby belongs to an earlier primary', [{}], { server: 'two' }, [null, [[]]]],
    [', unless the standby is left out', [{ isStandby: false }], {}, [null, [[]]]],
    [
      ' that has the position rather than on a standby that does not have it yet',
      [{ position: 11 }, {}],
      { position: 11 },
      ['first', [[], []]],
    ],
  ])('reads on a standby%s', async (_which, states, need, expected) => {
    const standbys = states.map((state, i) => createStandby(['first', 'second'][i]!, state));

    expect(await chooseFrom(standbys, need)).toEqual(expected);
  });

  test('does not read on a standby that gets another primary during the wait', async () => {
    const standby = createStandby('a');
    standby.reach = () => {
      standby.primary = 'two';
      return Promise.resolve(true);
    };

    expect((await chooseFrom([standby], { position: 12 }))[0]).toBeNull();
  });
});

test.each([
  [{ received: -1, position: -1 }, 'it cannot be read'],
  [{ received: 10, position: -1 }, 'it has restarted and replays again'],
  [{ isStandby: false }, 'it is no standby'],
  [{ primary: null }, 'it has not replayed the start of the primary'],
  [{ position: 9 }, 'it is too far behind'],
  [{ position: 10 }, null],
])('the reason to leave out a standby with %j is reported: %s', async (state, reason) => {
  const { replicas, changes } = await openReplicas([createStandby('a', state)]);

  expect(replicas.usage).toMatchObject([{ name: 'a', isUsed: reason === null, chosen: 0 }]);
  await replicas.close();
  expect(changes).toEqual([['a', reason]]);
});
