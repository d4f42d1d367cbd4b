// What agents declare about themselves is published without e-mail addresses (decisions, section 3).
import { isJsonObject, type Json } from '../values/json.ts';
import { containsEmailAddress } from './email-addresses.ts';

export interface Published {
  readonly value: Json;
  /** JSON Pointers (RFC 6901) into `value`, each to a null that stands for what was withheld. */
  readonly withheld: readonly string[];
}

/**
 * A JSON value, as deep as the board lets in, without anything that looks like an e-mail address: a string that holds
 * one becomes null. A member whose name holds one loses the name as well, for the name and the pointer would tell it:
 * it becomes `(withheld)`, `(withheld 2)`, … and null. Doing it again changes nothing and lists nothing.
 */
export function withholdEmails(value: unknown): Published {
  const withheld: string[] = [];
  return { value: withhold(value, '', withheld), withheld: cut(withheld) };
}

/**
 * Characters of pointers that are listed. A long member name is repeated by the pointer of each value under it: without
 * a bound, 4 KiB of JSON come to 500 000 characters. Values are withheld all the same.
 */
const POINTERS_MAX = 4096;

function cut(pointers: readonly string[]): readonly string[] {
  let characters = 0;
  return pointers.filter((pointer) => (characters += pointer.length) <= POINTERS_MAX);
}

function withhold(value: unknown, pointer: string, withheld: string[]): Json {
  if (Array.isArray(value))
    return value.map((item, index) => withhold(item, `${pointer}/${index}`, withheld));
  if (isJsonObject(value)) return withholdMembers(value, pointer, withheld);
  if (typeof value !== 'string' || !containsEmailAddress(value)) return value as Json;
  withheld.push(pointer);
  return null;
}

function withholdMembers(
  value: Readonly<Record<string, unknown>>,
  pointer: string,
  withheld: string[],
): Json {
  const taken = new Set(Object.keys(value));
  const members = Object.entries(value).map(([name, member]) => {
    const telling = containsEmailAddress(name);
    const shown = telling ? freeName(taken) : name;
    const here = `${pointer}/${shown.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    if (!telling) return [shown, withhold(member, here, withheld)] as const;
    withheld.push(here);
    return [shown, null] as const;
  });
  return Object.fromEntries(members);
}

function freeName(taken: Set<string>): string {
  let name = '(withheld)';
  for (let count = 2; taken.has(name); count += 1) name = `(withheld ${count})`;
  taken.add(name);
  return name;
}
