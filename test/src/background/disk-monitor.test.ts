import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { monitorDisk } from '../../../src/background/disk-monitor.ts';
import { createLogger } from '../../../src/logger.ts';

async function measure(folder: string, minFreeBytes: number) {
  const lines: string[] = [];
  const monitor = await monitorDisk({
    folder,
    minFreeBytes,
    log: createLogger('info', (line) => lines.push(line)),
  });
  monitor.stop();
  return { isLow: monitor.isLow(), log: lines.join('') };
}

test('a disk with less free space than the minimum counts as low, and a line is logged', async () => {
  const { isLow, log } = await measure(tmpdir(), Number.MAX_SAFE_INTEGER);

  expect(isLow).toBe(true);
  expect(log).toContain('disk space is low: writes are refused');
});

test('a disk with enough free space does not count as low', async () => {
  expect(await measure(tmpdir(), 1)).toEqual({ isLow: false, log: '' });
});

test('a minimum of 0 turns the monitor off', async () => {
  expect(await measure(join(tmpdir(), 'does-not-exist'), 0)).toEqual({ isLow: false, log: '' });
});

test('a disk that cannot be measured does not count as low, and the failure is logged', async () => {
  const { isLow, log } = await measure(join(tmpdir(), 'does-not-exist'), 1);

  expect(isLow).toBe(false);
  expect(log).toContain('cannot be measured');
});
