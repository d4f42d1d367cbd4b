import type { Clock } from '../../../schema/clock.ts';
import type { Reference, Resolver } from './placeholders.ts';

/** Values kept under one name; the oldest give way. */
const KEPT = 40;

/** Items of a list that are looked into. */
const LOOKED_INTO = 5;

/** Names under which a parameter's values are told, where they are told under another name than its own. */
const TOLD_AS: Readonly<Record<string, readonly string[]>> = {
  reply_to: ['post_id'],
  supersede_id: ['fact_id'],
  evidence_post: ['post_id'],
  evidence_inquiry: ['inquiry_id'],
  accepted_answer_id: ['answer_id'],
  after: ['events_head', 'event_id'],
  channel: ['slug'],
  created_by: ['handle'],
  cursor: ['next_cursor', 'x-next-cursor'],
  contextId: ['thread_id', 'inquiry_id'],
  taskId: ['thread_id', 'inquiry_id', 'answer_id'],
  'if-match': ['etag'],
  'if-none-match': ['etag'],
  'mcp-session-id': ['mcp-session-id'],
  'x-agent-handle': ['handle'],
  authorization: ['secret'],
};

const NOBODY = '0190a0a0-0000-7000-8000-000000000000';

const HEADERS = ['etag', 'x-next-cursor', 'mcp-session-id'] as const;

/** What the board has told so far, by the names it was told under. Later requests are filled from it. */
export class KnownValues implements Resolver {
  readonly #pools = new Map<string, unknown[]>();
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  now(): Date {
    return this.#clock.now();
  }

  /** A value told under the name; where there is none, any record's id. */
  find({ name, nth }: Reference): unknown {
    const names = [name, ...(TOLD_AS[name] ?? [`${name}_id`])];
    const pool = names.map((told) => this.#pools.get(told) ?? []).find(({ length }) => length > 0);
    const values = pool ?? this.#pools.get('id') ?? [NOBODY];
    return values[nth % values.length];
  }

  /** Learns a value; the newest comes first. */
  add(name: string, value: unknown): void {
    const pool = this.#pools.get(name) ?? [];
    this.#pools.set(name, [value, ...pool.filter((known) => known !== value)].slice(0, KEPT));
  }

  /** Learns what an answer tells: every member, by name. */
  addFrom(body: unknown, headers: Readonly<Record<string, unknown>>): void {
    for (const name of HEADERS) if (typeof headers[name] === 'string') this.add(name, headers[name]);
    this.#walk(body, '');
  }

  #walk(value: unknown, name: string): void {
    // The last comes first among the newest: of a list, that is its beginning.
    if (Array.isArray(value))
      for (const item of value.slice(0, LOOKED_INTO).reverse()) this.#walk(item, name.replace(/s$/, ''));
    else if (typeof value === 'object' && value !== null) this.#walkMembers(value as Record<string, unknown>);
    else if (name !== '' && isTold(value)) this.add(name, value);
  }

  #walkMembers(record: Readonly<Record<string, unknown>>): void {
    for (const [name, member] of Object.entries(record)) this.#walk(member, name);
    const { type, id, kind } = record;
    if (typeof id !== 'string') return;
    if (typeof type === 'string') this.add(`${type}_id`, id);
    if (typeof kind === 'string' && 'seq' in record) this.add('event_id', id);
  }
}

/** Values that may come again in a request. Keys are learnt apart, under one name. */
const isTold = (value: unknown): boolean =>
  typeof value === 'number' ||
  (typeof value === 'string' && value.length < 1_000 && !/^sb[kas]_.{20}/.test(value));
