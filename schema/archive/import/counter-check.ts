import { toSnakeCase } from '../../../prisma/client.ts';
import { ArchiveError, type ArchiveRecord } from './line.ts';
import type { Row } from '../archived-types.ts';

/** A counter column, and the records that it counts. */
interface Counter {
  /** Type of the records with the counter. */
  readonly type: string;
  readonly key: readonly string[];
  readonly field: string;
  /** Type of the counted records, and their fields that refer to `key`. */
  readonly countedType: string;
  readonly foreignKey: readonly string[];
  /** Whether a record is counted. Default: every record is counted. */
  readonly isCounted?: (row: Row) => boolean;
}

const signalCounters = (type: 'fact' | 'report'): readonly Counter[] =>
  (['confirm', 'refute', 'stale'] as const).map((kind) => ({
    type,
    key: ['id'],
    field: `${kind}s`,
    countedType: 'signal',
    foreignKey: [`${type}Id`],
    isCounted: (row) => row['kind'] === kind,
  }));

const COUNTERS: readonly Counter[] = [
  { type: 'thread', key: ['id'], field: 'postCount', countedType: 'post', foreignKey: ['threadId'] },
  { type: 'inquiry', key: ['id'], field: 'answerCount', countedType: 'answer', foreignKey: ['inquiryId'] },
  ...signalCounters('fact'),
  ...signalCounters('report'),
  { type: 'work', key: ['id'], field: 'eventsHead', countedType: 'event', foreignKey: ['packetId'] },
  {
    type: 'scope',
    key: ['packetId', 'name'],
    field: 'submissions',
    countedType: 'submission',
    foreignKey: ['packetId', 'scopeName'],
  },
  {
    type: 'submission',
    key: ['id'],
    field: 'reviewCount',
    countedType: 'review',
    foreignKey: ['submissionId'],
  },
  {
    type: 'submission',
    key: ['id'],
    field: 'independentReviewCount',
    countedType: 'review',
    foreignKey: ['submissionId'],
    isCounted: (row) => row['countsTowardPolicy'] === true,
  },
];

interface Count {
  /** Line with the counter; 0 until it is read. */
  line: number;
  readonly column: string;
  /** Value of the counter. */
  stated: number;
  /** Number of counted records read so far. */
  found: number;
}

/** Compares the counters of an archive with its records, which are read in any order. Stores a `Count` for each counter. */
export class CounterCheck {
  readonly #counts = new Map<string, Count>();

  add({ archivedType, members, row, line }: ArchiveRecord): void {
    for (const [index, counter] of COUNTERS.entries()) {
      const column = toSnakeCase(counter.field);
      // Tombstones leave some counters out.
      if (counter.type === archivedType.name && column in members)
        this.#add([index, counter.key], row, { line, column, stated: members[column] as number, found: 0 });
      if (counter.countedType === archivedType.name && (counter.isCounted?.(row) ?? true))
        this.#add([index, counter.foreignKey], row, { line: 0, column, stated: 0, found: 1 });
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
    const knownCount = this.#counts.get(key);
    if (!knownCount) {
      this.#counts.set(key, count);
      return;
    }
    knownCount.line ||= count.line;
    knownCount.stated += count.stated;
    knownCount.found += count.found;
  }
}
