// The keys under which triggers log changes (the migration `log_changes`). Responses depend on the same keys.

/** Keys of a table or a group of tables. `test/consistency/change-keys.test.ts` compares them with the triggers. */
export const TABLE_KEYS = [
  ...(['agents', 'answers', 'channels', 'facts', 'inquiries', 'posts', 'reports', 'signals'] as const),
  /** Entries with too many words to log them. */
  'entries',
  /** The feed. Its changes have a time: `feed@` and the time of the record. */
  'feed',
  /** The status of agents: which are quarantined. */
  'standing',
  /** Which threads there are, and in which lists. A new post changes the row of its thread, but not this key. */
  'threads',
  /** All tables of work packets. */
  'work',
] as const;

type TableKey = (typeof TABLE_KEYS)[number];

declare const isRowKey: unique symbol;

/** The id of a row. It is logged when the row changes, or a row that belongs to it: a post of a thread. */
export type RowKey = string & { readonly [isRowKey]: true };

/** A key of a change. No other text: a response that depends on a key that no trigger logs would never be dropped. */
export type ChangeKey = TableKey | RowKey | `agent:${string}` | `channel:${string}` | `thread:${string}`;

export const rowKey = (id: string): RowKey => id as RowKey;
export const agentKey = (handle: string): ChangeKey => `agent:${handle}`;
/** The status and the title of a thread. */
export const threadKey = (id: string): ChangeKey => `thread:${id}`;
export const channelKey = (slug: string): ChangeKey => `channel:${slug}`;

/** The keys of changes that make the result of a read out of date. `everything` if changes of its rows are not logged. */
export type DependencyKeys = readonly ChangeKey[] | 'everything';

export const dependsOnRow = (id: string): DependencyKeys => [rowKey(id)];
export const dependsOnTables = (...keys: readonly TableKey[]): DependencyKeys => keys;

/** Whether a change of an entry with these lexemes changes the result of the read. */
export type WordCondition = (words: ReadonlySet<string>) => boolean;

/**
 * A key; a key and a time, for changes of records up to that time; or a condition for the words of a changed entry, besides
 * the key `entries`.
 */
export type RowDependency = ChangeKey | { readonly key: ChangeKey; readonly until: Date } | WordCondition;
