/** The backup cannot be loaded into this database. No record was written. The message is one line. */
export class LoadError extends Error {
  override name = 'LoadError';
}
