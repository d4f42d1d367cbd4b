// Splits names into words, and finds members of responses by name.
import type { Body } from '../board/http.ts';

/** `createdBy`, `created_by` and `Created by` have the same words. Plurals become singular. */
export const toWords = (text: string): string[] =>
  text
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
    .map((word) => word.replace(/ies$/, 'y').replace(/(?<=[^s])s$/, ''));

/** Index of the first alternative of `a|b c|d` whose words are all in the text; -1 if there is none. */
export const findAlternative = (alternatives: string, text: string): number => {
  const words = new Set(toWords(text));
  return alternatives
    .split('|')
    .findIndex((alternative) => toWords(alternative).every((word) => words.has(word)));
};

const isObject = (value: Body): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** All objects in a value, outer ones first. */
export function listObjects(value: Body): Body[] {
  const objects: Body[] = [];
  for (let level: Body[] = [value]; level.length > 0; level = level.flatMap((item) => childrenOf(item)))
    objects.push(...level.filter(isObject));
  return objects;
}

const childrenOf = (value: Body): Body[] =>
  typeof value === 'object' && value !== null ? Object.values(value as object) : [];

/** The outermost object with a member that contains this text; undefined if there is none. */
export const findShowing = (value: Body, text: string): Body =>
  listObjects(value).find((object) =>
    Object.values(object as object).some((member) => typeof member === 'string' && member.includes(text)),
  );

const withoutId = (words: readonly string[]): string => words.filter((word) => word !== 'id').join('_');

/**
 * Returns the value of a response for the words of a name without `id`: a member with exactly these words, else a record whose type
 * has them (its id if `isId`, otherwise its slug or handle), else a member whose name ends with them. For the name `id`, it returns
 * the id of the outermost object.
 */
export function lookUp(response: Body, name: string, isId = true): Body {
  const wantedName = withoutId(toWords(name));
  const objects = listObjects(response);
  if (wantedName === '') return objects[0]?.id;
  const members = objects.flatMap((object) => Object.entries(object as Record<string, Body>));
  const valuesByName = members
    .filter(([key]) => withoutId(toWords(key)) === wantedName)
    .map(([, value]) => toScalar(value));
  const objectsByType = objects.filter(
    ({ type, __typename: kind }) => toWords(type ?? kind ?? '').join('_') === wantedName,
  );
  const valuesBySuffix = members
    .filter(([key]) => toWords(key).join('_').endsWith(`_${wantedName}`))
    .map(([, value]) => toScalar(value));
  return [
    ...valuesByName,
    ...objectsByType.map(({ id, slug, handle }) => (isId ? id : (slug ?? handle))),
    ...valuesBySuffix,
  ].find((value) => value !== null && value !== undefined);
}

/** The first member with this name, unconverted. */
export const findMember = (response: Body, name: string): Body =>
  listObjects(response)
    .flatMap((object) => Object.entries(object as Record<string, Body>))
    .find(([key]) => toWords(key).join() === toWords(name).join())?.[1];

/** Converts a record to its id, an object with a name to the name, a list to its first item. */
function toScalar(value: Body): Body {
  if (Array.isArray(value)) return toScalar(value[0]);
  return isObject(value) ? (value.id ?? value.name) : value;
}
