import { toColumnName } from '../../../prisma/client.ts';
import { ArchiveError, type ArchiveRecord } from './line.ts';
import type { Row } from '../nouns.ts';

/** A counter of a record, and the records of the archive that it counts. */
interface Tally {
  /** Type of the lines that have the counter. */
  readonly of: string;
  readonly key: readonly string[];
  readonly counter: string;
  /** Type of the lines that are counted, and the fields by which they point to the line with the counter. */
  readonly counted: string;
  readonly by: readonly string[];
  /** Which of them are counted; all by default. */
  readonly isCounted?: (row: Row) => boolean;
}

const ofSignals = (of: 'fact' | 'report'): readonly Tally[] =>
  (['confirm', 'refute', 'stale'] as const).map((kind) => ({
    of,
    key: ['id'],
    counter: `${kind}s`,
    counted: 'signal',
    by: [`${of}Id`],
    isCounted: (row) => row['kind'] === kind,
  }));

const TALLIES: readonly Tally[] = [
  { of: 'thread', key: ['id'], counter: 'postCount', counted: 'post', by: ['threadId'] },
  { of: 'inquiry', key: ['id'], counter: 'answerCount', counted: 'answer', by: ['inquiryId'] },
  ...ofSignals('fact'),
  ...ofSignals('report'),
  { of: 'work', key: ['id'], counter: 'eventsHead', counted: 'event', by: ['packetId'] },
  {
    of: 'scope',
    key: ['packetId', 'name'],
    counter: 'submissions',
    counted: 'submission',
    by: ['packetId', 'scopeName'],
  },
  { of: 'submission', key: ['id'], counter: 'reviewCount', counted: 'review', by: ['submissionId'] },
  {
    of: 'submission',
    key: ['id'],
    counter: 'independentReviewCount',
    counted: 'review',
    by: ['submissionId'],
    isCounted: (row) => row['countsTowardPolicy'] === true,
  },
];

interface Open {
  /** 0 until the line with the counter was read. */
  line: number;
  readonly column: string;
  told: number;
  found: number;
}

/**
 * Compares the counters of an archive with its records, in whatever order they come. Holds an entry for each counter.
 */
export class CounterCheck {
  readonly #open = new Map<string, Open>();

  add({ noun, told, row, line }: ArchiveRecord): void {
    for (const [index, tally] of TALLIES.entries()) {
      const column = toColumnName(tally.counter);
      // Tombstones do not tell all counters.
      if (tally.of === noun.type && column in told)
        this.#note([index, tally.key], row, { line, column, told: told[column] as number, found: 0 });
      if (tally.counted === noun.type && (tally.isCounted?.(row) ?? true))
        this.#note([index, tally.by], row, { line: 0, column, told: 0, found: 1 });
    }
  }

  /** Throws ArchiveFault for the first line with a counter that the records do not add up to. */
  assertEqual(): void {
    const wrong = [...this.#open.values()].filter(({ line, told, found }) => line > 0 && told !== found);
    const [first] = wrong.sort((a, b) => a.line - b.line);
    if (!first) return;
    const { line, column, told, found } = first;
    throw new ArchiveError(line, `${column}: Is ${told}, and the archive has ${found}`);
  }

  #note([index, fields]: readonly [number, readonly string[]], row: Row, more: Open): void {
    const ids = fields.map((field) => row[field]);
    if (ids.includes(null)) return;
    const key = [index, ...ids].join(' ');
    const open = this.#open.get(key);
    if (!open) {
      this.#open.set(key, more);
      return;
    }
    open.line ||= more.line;
    open.told += more.told;
    open.found += more.found;
  }
}
