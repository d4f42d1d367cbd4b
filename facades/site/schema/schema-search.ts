import { isEnumType } from 'graphql';
import { fieldHref, typeHref } from './schema-links.ts';
import { argumentsOf, fieldsOf, type SchemaModel } from './schema-model.ts';

/** A type, a field, an argument or an enum value that has the words of a search. */
export interface Match {
  /** `Query.facts(filter)` */
  readonly path: string;
  readonly href: string;
  readonly text: string;
}

export const MAX_MATCHES = 100;
export const MAX_QUERY_LENGTH = 100;

/**
 * Creates the search. It returns at most 100 matches: first the entries whose path has all words and begins with the first word,
 * then all other entries whose path has all words, then the entries that have all words only together with their description.
 */
export function createSchemaSearch(model: SchemaModel): (query: string) => readonly Match[] {
  const entries = listEntries(model).map((entry) => ({
    ...entry,
    name: entry.path.toLowerCase(),
    all: `${entry.path} ${entry.text}`.toLowerCase(),
  }));
  return (query) => {
    const words = query.slice(0, MAX_QUERY_LENGTH).toLowerCase().split(/\s+/).filter(Boolean);
    const rankOf = ({ name, all }: (typeof entries)[number]): number => {
      if (!words.every((word) => all.includes(word))) return -1;
      if (!words.every((word) => name.includes(word))) return 0;
      return name.startsWith(words[0] ?? '') ? 2 : 1;
    };
    if (words.length === 0) return [];
    const ranked = entries.map((entry) => ({ entry, rank: rankOf(entry) })).filter(({ rank }) => rank >= 0);
    return ranked
      .toSorted((a, b) => b.rank - a.rank)
      .slice(0, MAX_MATCHES)
      .map(({ entry: { path, href, text } }) => ({ path, href, text }));
  };
}

const listEntries = ({ types }: SchemaModel): readonly Match[] => {
  const all = [...types.values()];
  return [
    ...all.map(({ name, description }) => ({ path: name, href: typeHref(name), text: description ?? '' })),
    ...all.flatMap((type) =>
      [...fieldsOf(type), ...(isEnumType(type) ? type.getValues() : [])].map(({ name, description }) => ({
        path: `${type.name}.${name}`,
        href: fieldHref(type.name, name),
        text: description ?? '',
      })),
    ),
    ...all.flatMap((type) =>
      fieldsOf(type).flatMap((field) =>
        argumentsOf(field).map(({ name, description }) => ({
          path: `${type.name}.${field.name}(${name})`,
          href: fieldHref(type.name, field.name),
          text: description ?? '',
        })),
      ),
    ),
  ];
};
