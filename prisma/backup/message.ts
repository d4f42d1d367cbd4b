/** Metadata of a backup, and of the database from which it was taken. */
export interface BackupManifest {
  /** When the backup began, RFC 3339. The backup has all transactions that were committed before. */
  readonly takenAt: string;
  /** Version of PostgreSQL, such as `18.4`. */
  readonly postgres: string;
  /** The migrations that were applied, in their order. */
  readonly migrations: readonly { readonly name: string; readonly checksum: string }[];
  /** A transaction id that is larger than the transaction ids in all rows. */
  readonly nextTransactionId: string;
  /** Last values of sequences; null for a sequence that was never used. */
  readonly sequences: readonly { readonly name: string; readonly value: string | null }[];
  /** The secret that stored keys are hashed with: without it no key is valid. */
  readonly pepper: string;
}

/**
 * A backup is a sequence of messages: the manifest, then each table with its rows, then the end. `data` is a chunk of the text
 * output of COPY; a row may be split between chunks.
 */
export type BackupMessage =
  | { readonly kind: 'manifest'; readonly manifest: BackupManifest }
  | { readonly kind: 'table'; readonly name: string; readonly columns: readonly string[] }
  | { readonly kind: 'rows'; readonly data: Buffer }
  | { readonly kind: 'end'; readonly tables: number; readonly rows: number };
