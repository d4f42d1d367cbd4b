// When a reader of the log of changes may have missed changes. Then all cached responses are invalidated.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Sql } from '../../../prisma/client.ts';
import { type CommittedChanges, createChangeLog } from '../../../src/gateway/responses/change-log.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

const KNOWN = { snapshot: '1:1:', isStandby: false, server: 'a', position: 10 };
const CHANGED = { ...KNOWN, snapshot: '2:2:', position: 20 };

/**
 * Reads the state `initial` and, `ms` later, the changes up to `state`. The second read takes `readMs` and must return `returned`.
 * Returns the changes, or `none`.
 */
async function readUpTo(
  state: typeof KNOWN,
  { ms = 1, readMs = 0, rows = 1, keys = ['k'], words = ['a\nb'], returned = state, initial = KNOWN } = {},
): Promise<CommittedChanges | 'none'> {
  const passed: CommittedChanges[] = [];
  let current = initial;
  const read = ({ text }: Sql) => {
    const isOfChanges = text.includes('changes_since');
    if (isOfChanges) vi.advanceTimersByTime(readMs);
    return Promise.resolve([isOfChanges ? { ...current, rows, keys, words } : current]);
  };
  const log = createChangeLog({ rows: read } as never, (changes) => passed.push(changes));
  await log.read();
  expect(passed.splice(0)).toEqual([ALL]);
  vi.advanceTimersByTime(ms);
  current = state;
  expect(await log.read()).toEqual(returned);
  return passed[0] ?? 'none';
}

const ALL = { keys: [], entries: [], isIncomplete: true };
const SOME = { keys: ['k'], entries: [new Set(['a', 'b'])], isIncomplete: false };
const many = (count: number) => Array.from({ length: count }, (_, i) => `k${i}`);

test('an unchanged state has no changes', async () => {
  expect(await readUpTo(KNOWN)).toBe('none');
  // The WAL since then has changed no row.
  expect(await readUpTo({ ...KNOWN, position: 30 }, { returned: KNOWN })).toBe('none');
});

test.each<[number, number, string, unknown]>([
  [50_000, 0, 'complete', SOME],
  [50_001, 0, 'unknown', ALL],
  [49_999, 1, 'complete', SOME],
  [1, 50_000, 'incomplete', { ...SOME, isIncomplete: true }],
])(
  'changes that are read %i ms after the last read, by a read that takes %i ms, are %s',
  async (ms, readMs, _state, expected) => {
    expect(await readUpTo(CHANGED, { ms, readMs })).toEqual(expected);
  },
);

test.each([
  ['another server', { ...CHANGED, server: 'b' }],
  ['another server with the same state', { ...KNOWN, server: 'b' }],
  ['another server that has replayed less', { ...CHANGED, server: 'b', position: 5 }],
  ['a standby', { ...CHANGED, isStandby: true }],
  ['a standby with the same state', { ...KNOWN, isStandby: true }],
])('the changes up to a state of %s are unknown', async (_, state) => {
  expect(await readUpTo(state)).toEqual(ALL);
});

test.each([
  [{ rows: 2_000 }, false],
  [{ rows: 2_001 }, true],
  [{ keys: 2_000 }, false],
  [{ keys: 2_001 }, true],
  [{ words: 20 }, false],
  [{ words: 21 }, true],
])('the changes with %j are incomplete: %s', async (counts, isIncomplete) => {
  const { rows, keys, words }: { rows?: number; keys?: number; words?: number } = counts;
  const options = {
    ...(rows !== undefined && { rows }),
    ...(keys !== undefined && { keys: many(keys) }),
    ...(words !== undefined && { words: many(words) }),
  };

  expect(await readUpTo(CHANGED, options)).toMatchObject({ isIncomplete });
});

test('the changes up to the state of a standby that has become the primary are unknown', async () => {
  expect(await readUpTo(CHANGED, { initial: { ...KNOWN, isStandby: true } })).toEqual(ALL);
});

test('a log without a state cannot be read', async () => {
  const log = createChangeLog({ rows: () => Promise.resolve([]) } as never, () => undefined);

  await expect(log.read()).rejects.toThrow('the log of changes returned no row');
});
