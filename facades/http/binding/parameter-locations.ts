import type { Parameter } from '../../../schema/contract.ts';
import type { ParameterLocations } from './variables.ts';

/** Where a document that is only read takes its parameters from: its path, and for the rest the query. */
export const toParameterLocations = (path: string, parameters: readonly Parameter[]): ParameterLocations => {
  const [inPath, inQuery] = [true, false].map((isIn) =>
    parameters.filter(({ wireName: wire }) => path.includes(`{${wire}}`) === isIn),
  );
  return { path: inPath ?? [], query: inQuery ?? [], body: [] };
};

/** The address without what nobody asked for: a key, for one. */
export function withoutUnknownParameters(url: URL, { query }: ParameterLocations): URL {
  const known = new URL(url);
  const names = new Set(query.map(({ wireName: wire }) => wire));
  for (const name of new Set(url.searchParams.keys())) if (!names.has(name)) known.searchParams.delete(name);
  return known;
}
