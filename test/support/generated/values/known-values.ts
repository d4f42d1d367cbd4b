import type { Clock } from '../../../../schema/clock.ts';
import type { Reference, Resolver } from './placeholders.ts';

/** The maximum number of values that are kept under one name. */
const MAX_VALUES = 40;

/** The maximum number of items of a list that are read. */
const MAX_ITEMS = 5;

/** Response members that hold a parameter's values, when their names differ. */
const MEMBER_NAMES: Readonly<Record<string, readonly string[]>> = {
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

const UNKNOWN_ID = '0190a0a0-0000-7000-8000-000000000000';

const HEADERS = ['etag', 'x-next-cursor', 'mcp-session-id'] as const;

/** Values from the board's responses, by member name. Later requests use them. */
export class KnownValues implements Resolver {
  readonly #pools = new Map<string, unknown[]>();
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  now(): Date {
    return this.#clock.now();
  }

  /** A value of this name; when there is none, any record's id. */
  find({ name, nth }: Reference): unknown {
    const names = [name, ...(MEMBER_NAMES[name] ?? [`${name}_id`])];
    const pool = names.map((member) => this.#pools.get(member) ?? []).find(({ length }) => length > 0);
    const values = pool ?? this.#pools.get('id') ?? [UNKNOWN_ID];
    return values[nth % values.length];
  }

  /** Adds a value. The newest comes first. */
  add(name: string, value: unknown): void {
    const pool = this.#pools.get(name) ?? [];
    this.#pools.set(name, [value, ...pool.filter((known) => known !== value)].slice(0, MAX_VALUES));
  }

  /** Adds all members of a response. */
  addFrom(body: unknown, headers: Readonly<Record<string, unknown>>): void {
    for (const name of HEADERS) if (typeof headers[name] === 'string') this.add(name, headers[name]);
    this.#walk(body, '');
  }

  #walk(value: unknown, name: string): void {
    // In reverse, so that the list's first item becomes the newest value.
    if (Array.isArray(value))
      for (const item of value.slice(0, MAX_ITEMS).reverse()) this.#walk(item, name.replace(/s$/, ''));
    else if (typeof value === 'object' && value !== null) this.#walkMembers(value as Record<string, unknown>);
    else if (name !== '' && isUsable(value)) this.add(name, value);
  }

  #walkMembers(record: Readonly<Record<string, unknown>>): void {
    for (const [name, member] of Object.entries(record)) this.#walk(member, name);
    const { type, id, kind } = record;
    if (typeof id !== 'string') return;
    if (typeof type === 'string') this.add(`${type}_id`, id);
    if (typeof kind === 'string' && 'seq' in record) this.add('event_id', id);
  }
}

/** Values that may be used in requests. Secrets are kept under the name `secret`. */
const isUsable = (value: unknown): boolean =>
  typeof value === 'number' ||
  (typeof value === 'string' && value.length < 1_000 && !/^sb[kas]_.{20}/.test(value));
