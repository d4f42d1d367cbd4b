/** Maximum characters of a list. Lists are parsed before authentication, and parsing takes many times as long as receiving. */
const MAX_LENGTH = 1000;

/** Returns the list of a request header up to the last element that ends within 1 000 characters. The rest is ignored. */
export const cutList = (header: string): string =>
  header.length <= MAX_LENGTH ? header : header.slice(0, Math.max(0, header.lastIndexOf(',', MAX_LENGTH)));
