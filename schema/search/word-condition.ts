// Reads the text of a `tsquery`, as PostgreSQL prints it, as a condition for the lexemes of an entry.
import type { WordCondition } from '../../prisma/client.ts';

/** A lexeme in quotes, in which quotes and backslashes are doubled, with `:*` for a prefix; or an operator. */
const TOKEN = /'((?:[^'\\]|''|\\\\)*)'(:\*)?|[&|()]/g;

/**
 * Maximum lexemes and prefixes of a condition, which is evaluated for each changed entry. A filter by time has a lexeme for each of
 * up to 47 days, or for each month of a longer period. A prefix is compared with each of up to 500 words of the entry.
 */
const MAX_LEXEMES = 100;
const MAX_PREFIXES = 1;

/** Returns the condition of a query of lexemes, prefixes, `&`, `|` and parentheses; null if it has too many lexemes or prefixes. */
export function parseWordCondition(query: string): WordCondition | null {
  const tokens = query.matchAll(TOKEN).toArray();
  const prefixes = tokens.filter(([, , prefix]) => prefix !== undefined);
  const lexemes = tokens.filter(([, lexeme]) => lexeme !== undefined);
  if (lexemes.length > MAX_LEXEMES || prefixes.length > MAX_PREFIXES) return null;
  let at = 0;
  const accept = (operator: string): boolean => {
    const isNext = tokens[at]?.[0] === operator;
    if (isNext) at += 1;
    return isNext;
  };
  const readAny = (): WordCondition => {
    const conditions = [readAll()];
    while (accept('|')) conditions.push(readAll());
    return (words) => conditions.some((condition) => condition(words));
  };
  const readAll = (): WordCondition => {
    const conditions = [readOne()];
    while (accept('&')) conditions.push(readOne());
    return (words) => conditions.every((condition) => condition(words));
  };
  const readOne = (): WordCondition => {
    if (accept('(')) {
      const condition = readAny();
      accept(')');
      return condition;
    }
    const [, quoted = '', prefix] = tokens[at++] ?? [];
    const lexeme = quoted.replaceAll(/''|\\\\/g, (pair) => pair.slice(1));
    if (prefix === undefined) return (words) => words.has(lexeme);
    return (words) => words.values().some((word) => word.startsWith(lexeme));
  };
  return readAny();
}
