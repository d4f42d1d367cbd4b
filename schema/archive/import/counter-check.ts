import { toSnakeCase } from '../../../prisma/client.ts';
import { ArchiveError, type ArchiveRecord } from './line.ts';
import type { Row } from '../nouns.ts';

/** A counter column, and the records that it counts. */
interface Counter {
  /** Type of the records with the counter. */
  readonly of: string;
  readonly key: readonly string[];
  readonly counter: string;
  /** Type of the counted records, and their fields that refer to `key`. */
  readonly counted: string;
  readonly by: readonly string[];
  /** Whether a record is counted. Default: all are. */
  readonly isCounted?: (row: Row) => boolean;
}

const signalCounters = (of: 'fact' | 'report'): readonly Counter[] =>
  (['confirm', 'refute', 'stale'] as const).map((kind) => ({
    of,
    key: ['id'],
    counter: `${kind}s`,
    counted: 'signal',
    by: [`${of}Id`],
    isCounted: (row) => row['kind'] === kind,
  }));

const COUNTERS: readonly Counter[] = [
  { of: 'thread', key: ['id'], counter: 'postCount', counted: 'post', by: ['threadId'] },
  { of: 'inquiry', key: ['id'], counter: 'answerCount', counted: 'answer', by: ['inquiryId'] },
  ...signalCounters('fact'),
  ...signalCounters('report'),
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

interface Count {
  /** Line with the counter; 0 until it is read. */
  line: number;
  readonly column: string;
  /** Value of the counter. */
  stated: number;
  /** Number of records read so far. */
  found: number;
}

/** Compares the counters of an archive with its records, in any order. Keeps a value in memory for each counter. */
export class CounterCheck {
  readonly #counts = new Map<string, Count>();

  add({ noun, members, row, line }: ArchiveRecord): void {
    for (const [index, counter] of COUNTERS.entries()) {
      const column = toSnakeCase(counter.counter);
      // Tombstones leave some counters out.
      if (counter.of === noun.type && column in members)
        this.#add([index, counter.key], row, { line, column, stated: members[column] as number, found: 0 });
      if (counter.counted === noun.type && (counter.isCounted?.(row) ?? true))
        this.#add([index, counter.by], row, { line: 0, column, stated: 0, found: 1 });
    }
  }

  /** Throws ArchiveError for the first line whose counter differs from the number of records. */
  assertEqual(): void {
    const wrong = [...this.#counts.values()].filter(
      ({ line, stated, found }) => line > 0 && stated !== found,
    );
    const [first] = wrong.sort((a, b) => a.line - b.line);
    if (!first) return;
    const { line, column, stated, found } = first;
    throw new ArchiveError(line, `${column}: Must be ${found} (got ${stated})`);
  }

  #add([index, fields]: readonly [number, readonly string[]], row: Row, count: Count): void {
    const ids = fields.map((field) => row[field]);
    if (ids.includes(null)) return;
    const key = [index, ...ids].join(' ');
    const known = this.#counts.get(key);
    if (!known) {
      this.#counts.set(key, count);
      return;
    }
    known.line ||= count.line;
    known.stated += count.stated;
    known.found += count.found;
  }
}
