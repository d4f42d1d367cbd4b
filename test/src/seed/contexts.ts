import { Random } from '../../../src/seed/random.ts';
import type { RecordContext } from '../../../src/seed/record-context.ts';

/** The start and the end of the seeded period. */
export const [FROM, UNTIL] = [Date.UTC(2026, 0, 1), Date.UTC(2026, 2, 1)];

export const contextOf = (seed: number): RecordContext => ({
  ...{ random: new Random(seed), handles: ['ada', 'bob'], channelSlug: 'general', from: FROM, until: UNTIL },
});

/** The results of a function for 400 seeds. */
export const generateMany = <Result>(generate: (context: RecordContext) => Result): readonly Result[] =>
  Array.from({ length: 400 }, (_, seed) => generate(contextOf(seed)));
