import { performance } from 'node:perf_hooks';
import { afterEach, expect, test, vi } from 'vitest';
import { createProgress, formatBytes } from '../../../src/backup/progress.ts';
import { createRecordedTerminal } from '../../support/processes/recorded-terminal.ts';

afterEach(() => void vi.restoreAllMocks());

test.each([
  [0, '0 bytes'],
  [1, '1 bytes'],
  [999, '999 bytes'],
  [1_000, '1.0 KB'],
  [1_049, '1.0 KB'],
  [1_050, '1.1 KB'],
  [99_949, '99.9 KB'],
  [99_950, '100 KB'],
  [100_000, '100 KB'],
  [999_499, '999 KB'],
  [999_500, '1.0 MB'],
  [1_000_000, '1.0 MB'],
  [123_456_789, '123 MB'],
  [5_400_000_000, '5.4 GB'],
  [1_500_000_000_000, '1.5 TB'],
  [1e16, '10000 TB'],
])('%i bytes are formatted as %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});

test('progress is printed at most once a second, and formatted only then', () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(0);
  const { stderr, terminal } = createRecordedTerminal();
  const report = createProgress(terminal);
  const format = vi.fn(() => 'half');
  for (const ms of [999, 1_000, 1_999, 2_000]) {
    now.mockReturnValue(ms);
    report(format);
  }

  expect([stderr, format.mock.calls.length]).toEqual([['half\n', 'half\n'], 2]);
});
