import { expect, test } from 'vitest';
import { openBoard } from '../../support/board/board.ts';

test('a long variable that many writes share is refused for each of them in bounded CPU time', async () => {
  await using board = await openBoard();
  const ada = await board.join('ada');
  const fields = Array.from(
    { length: 20 },
    (_, i) =>
      `a${i}: createReport(input: { target: "t", attempted: "abc", outcome: worked, evidence: $e }) { id }`,
  );
  const refuse = async () => {
    const start = process.cpuUsage();
    const { body } = await ada.graphql(`mutation ($e: JSON) { ${fields.join(' ')} }`, {
      e: Array.from({ length: 60_000 }, () => 1),
    });
    return { body, cpuMs: process.cpuUsage(start).user / 1000 };
  };

  // The first runs include the compilation of the code under test.
  const runs = [await refuse(), await refuse(), await refuse()];

  expect(runs[0]?.body.errors).toHaveLength(20);
  expect(runs[0]?.body.errors[0].extensions.code).toBe('validation_failed');
  expect(Math.min(...runs.map(({ cpuMs }) => cpuMs))).toBeLessThan(1500);
});
