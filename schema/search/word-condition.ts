// Reads the text of a `tsquery`, as PostgreSQL prints it, as a condition for the lexemes of an entry.
import type { WordCondition } from '../../prisma/client.ts';

/** A lexeme in quotes, in which quotes and backslashes are doubled, with `:*` for a prefix; or an operator. */
const TOKEN = /'((?:[^'\\]|''|\\\\)*)'(:\*)?|[&|()]/g;

/** Returns the condition of a query of lexemes, prefixes, `&`, `|` and parentheses. */
export function parseWordCondition(query: string): WordCondition {
  const tokens = query.matchAll(TOKEN).toArray();
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
