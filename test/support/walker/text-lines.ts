import type { Body } from '../board/http.ts';

/**
 * Reads an answer that is text: `ok <type> <id>`, `name: value` lines, indented members, numbered list elements and `next:`
 * URLs. A line of another form becomes the member `line <index>`.
 */
export function parseLines(text: string): Body {
  const root: Body = {};
  const parents: Body[] = [root];
  for (const [number, line] of text.split('\n').entries()) {
    const [, indent, name, value] = /^( *)(\w+):(?: (.*))?$/.exec(line) ?? [];
    const [, type, id] = /^(?:ok )?([a-z]+) ([0-9a-f-]{36})$/.exec(value ?? line) ?? [];
    const depth = (indent?.length ?? 0) / 2;
    const record = type === undefined ? undefined : { type, id };
    if (name === undefined) Object.assign(root, record ?? { [`line ${number}`]: line });
    else parents[depth][name] = value === undefined || record ? (parents[depth + 1] = { ...record }) : value;
  }
  return toLists(root);
}

/** Numbered members are the elements of a list. */
function toLists(value: Body): Body {
  if (typeof value !== 'object') return value;
  const members = Object.entries(value as object).map(([name, member]) => [name, toLists(member)] as const);
  return members.length > 0 && members.every(([name]) => /^\d+$/.test(name))
    ? members.map(([, member]) => member)
    : Object.fromEntries(members);
}
