import { type Observation, type Part } from '../../prisma/client.ts';
import type { ServerTiming } from '../../schema/contract.ts';

/** The entries of `Server-Timing`, by kind of part. Tools and transactions have none: they contain operations and statements. */
const ENTRIES: Partial<Record<Part['kind'], 'graphql' | 'db'>> = { operation: 'graphql', statement: 'db' };

interface Entry {
  count: number;
  milliseconds: number;
}

/**
 * Adds up how long the operations and statements of a request took. Statements that run at the same time each count in
 * full.
 */
export class RequestTiming implements ServerTiming {
  readonly #authenticationMs: number;
  readonly #entries = { graphql: { count: 0, milliseconds: 0 }, db: { count: 0, milliseconds: 0 } };

  constructor(authenticationMs: number) {
    this.#authenticationMs = authenticationMs;
  }

  begin({ kind }: Part): Observation {
    const name = ENTRIES[kind];
    return name ? new TimedPart(this, this.#entries[name]) : this;
  }

  end(): void {
    // Called for parts without an entry, for which `begin` returns this object. Nothing is counted.
  }

  format(totalMs: number): string {
    const { graphql, db } = this.#entries;
    return [
      `auth;dur=${this.#authenticationMs.toFixed(1)}`,
      `graphql;dur=${graphql.milliseconds.toFixed(1)}`,
      `db;dur=${db.milliseconds.toFixed(1)};desc="${db.count} statements"`,
      `total;dur=${totalMs.toFixed(1)}`,
    ].join(', ');
  }
}

class TimedPart implements Observation {
  readonly #request: RequestTiming;
  readonly #entry: Entry;
  readonly #startedAt = performance.now();

  constructor(request: RequestTiming, entry: Entry) {
    this.#request = request;
    this.#entry = entry;
  }

  begin(part: Part): Observation {
    return this.#request.begin(part);
  }

  end(): void {
    this.#entry.count += 1;
    this.#entry.milliseconds += performance.now() - this.#startedAt;
  }
}
