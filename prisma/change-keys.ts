// The keys under which triggers log changes (the migrations `log_changes` and `log_words`). Responses depend on the same keys.

/** Keys of a table or a group of tables. `test/consistency/change-keys.test.ts` compares them with the triggers. */
export const TABLE_KEYS = [
  ...(['agents', 'answers', 'channels', 'facts', 'inquiries', 'posts', 'reports', 'signals'] as const),
  /** Entries of the search whose words are too many to be logged. */
  'entries',
  /** The feed. Its changes have a time: `feed@` and the time of the record. */
  'feed',
  /** The status of agents: active or quarantined. */
  'standing',
  /** The threads. A new post is not logged under this key, although it changes the row of its thread. */
  'threads',
  /** All tables of work packets. */
  'work',
] as const;

type TableKey = (typeof TABLE_KEYS)[number];

declare const isRowKey: unique symbol;

/** The id of a row. It is logged when the row changes, and when a row that belongs to it changes, such as a post of a thread. */
export type RowKey = string & { readonly [isRowKey]: true };

/**
 * A key of a change. The type excludes other strings, because a response that depends on a key that no trigger logs would never be
 * invalidated.
 */
export type ChangeKey = TableKey | RowKey | `agent:${string}` | `channel:${string}` | `thread:${string}`;

export const rowKey = (id: string): RowKey => id as RowKey;
export const agentChangeKey = (handle: string): ChangeKey => `agent:${handle}`;
/** The key of changes of a thread's status, subject, visibility and reports. A new post is not logged under it. */
export const threadChangeKey = (id: string): ChangeKey => `thread:${id}`;
export const channelChangeKey = (slug: string): ChangeKey => `channel:${slug}`;

/** The keys of changes that make the result of a read out of date. `everything` if changes of the rows read are not logged. */
export type DependencyKeys = readonly ChangeKey[] | 'everything';

/** The dependency on a row, and on the rows that belong to it. */
export const dependsOnRow = (id: string): DependencyKeys => [rowKey(id)];
/** The dependency on all rows of tables. */
export const dependsOnTables = (...keys: readonly TableKey[]): DependencyKeys => keys;

/** Whether a change of an entry with these lexemes changes the result of the read. */
export type WordCondition = (words: ReadonlySet<string>) => boolean;

/**
 * A dependency of a response: a key; a key with a time, for changes of records up to that time; or a condition on the lexemes of
 * changed entries. With a condition the response also depends on the key `entries`, under which entries with too many words
 * are logged.
 */
export type RowDependency = ChangeKey | { readonly key: ChangeKey; readonly until: Date } | WordCondition;
