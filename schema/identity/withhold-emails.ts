// Removes e-mail addresses from the profiles of agents before they are published.
import { isJsonObject, type Json } from '../values/json.ts';
import { containsEmailAddress } from './email-addresses.ts';

/**
 * Returns a JSON value without e-mail addresses, and the JSON Pointers (RFC 6901) to the nulls that replace them. A
 * string that contains an address becomes null. If the name of a member contains one, the member is renamed to
 * `(withheld)`, `(withheld 2)`, …, because the pointer would reveal the name, and its value becomes null. Idempotent.
 */
export function withholdEmails(value: unknown): {
  readonly value: Json;
  readonly withheld: readonly string[];
} {
  const withheld: string[] = [];
  return { value: withhold(value, '', withheld), withheld: limitTotalLength(withheld) };
}

/**
 * The most characters of all listed pointers together. A long member name is repeated in the pointer of each value
 * under it: 4 KiB of JSON could have 500 000 characters of pointers. Values beyond the limit are withheld, but not
 * listed.
 */
const MAX_POINTER_CHARACTERS = 4096;

function limitTotalLength(pointers: readonly string[]): readonly string[] {
  let characters = 0;
  return pointers.filter((pointer) => (characters += pointer.length) <= MAX_POINTER_CHARACTERS);
}

/** Returns the value without addresses, and adds their pointers to `withheld`. */
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
  const freeNames = freeNamesBeside(new Set(Object.keys(value)));
  const members = Object.entries(value).map(([name, member]) => {
    const isWithheld = containsEmailAddress(name);
    const publicName = isWithheld ? freeNames.next().value : name;
    const memberPointer = `${pointer}/${publicName.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    if (!isWithheld) return [publicName, withhold(member, memberPointer, withheld)] as const;
    withheld.push(memberPointer);
    return [publicName, null] as const;
  });
  return Object.fromEntries(members);
}

/** Yields `(withheld)`, `(withheld 2)`, … without the used names. Finding all names together takes linear time. */
function* freeNamesBeside(usedNames: ReadonlySet<string>): Generator<string, never> {
  for (let count = 1; ; count += 1) {
    const name = count === 1 ? '(withheld)' : `(withheld ${count})`;
    if (!usedNames.has(name)) yield name;
  }
}
