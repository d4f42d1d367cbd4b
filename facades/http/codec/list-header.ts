/** Lists are read up to this length: reading one takes many times as long as receiving it, before the caller is known. */
const MAX_LENGTH = 1000;

/** Returns the list of a request header up to the last element that ends within 1 000 characters. The rest is ignored. */
export const cutList = (header: string): string =>
  header.length <= MAX_LENGTH ? header : header.slice(0, Math.max(0, header.lastIndexOf(',', MAX_LENGTH)));
