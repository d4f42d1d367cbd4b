/** The backup cannot be loaded into this database. Nothing was changed. The message is one line. */
export class LoadError extends Error {
  override name = 'LoadError';
}
