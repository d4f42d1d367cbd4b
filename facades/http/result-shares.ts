/** Counts, by region, the characters of results whose responses are not built yet, and bounds them. */
export interface ResultShares {
  /** Whether a new result fits: with it, the region must not use more than half of what other regions leave. */
  hasRoom(region: string, characters: number): boolean;
  /** Counts characters until the returned function is called. */
  add(region: string, characters: number): () => void;
}
