// Names and summaries as words, and members of answers by their names.
import type { Body } from '../board/http.ts';

/** `createdBy`, `created_by` and `Created by` have the same words. A plural is the word in the singular. */
export const toWords = (text: string): string[] =>
  text
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
    .map((word) => word.replace(/ies$/, 'y').replace(/(?<=[^s])s$/, ''));

/** The place of the first alternative of `a|b c|d` of which the text has all words; -1 without any. */
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

/** The outermost object that has a member with this text; undefined if there is none. */
export const findShowing = (value: Body, text: string): Body =>
  listObjects(value).find((object) =>
    Object.values(object as object).some((member) => typeof member === 'string' && member.includes(text)),
  );

const withoutId = (words: readonly string[]): string => words.filter((word) => word !== 'id').join('_');

/**
 * The value that an answer has for a name: a member of that name, the first of a list of that name, or a record of that
 * type, which stands for its id or for the name by which it is known.
 */
export function lookUp(answer: Body, name: string, isId = true): Body {
  const wanted = withoutId(toWords(name));
  const objects = listObjects(answer);
  if (wanted === '') return objects[0]?.id;
  const members = objects.flatMap((object) => Object.entries(object as Record<string, Body>));
  const named = members
    .filter(([key]) => withoutId(toWords(key)) === wanted)
    .map(([, value]) => toScalar(value));
  const typed = objects.filter(
    ({ type, __typename: kind }) => toWords(type ?? kind ?? '').join('_') === wanted,
  );
  const suffixed = members
    .filter(([key]) => toWords(key).join('_').endsWith(`_${wanted}`))
    .map(([, value]) => toScalar(value));
  return [...named, ...typed.map(({ id, slug, handle }) => (isId ? id : (slug ?? handle))), ...suffixed].find(
    (value) => value !== null && value !== undefined,
  );
}

/** The member of this name, as it is. */
export const findMember = (answer: Body, name: string): Body =>
  listObjects(answer)
    .flatMap((object) => Object.entries(object as Record<string, Body>))
    .find(([key]) => toWords(key).join() === toWords(name).join())?.[1];

/** A record stands for its id, a named part for its name, a list for its first item. */
function toScalar(value: Body): Body {
  if (Array.isArray(value)) return toScalar(value[0]);
  return isObject(value) ? (value.id ?? value.name) : value;
}
