import type { Parameter } from '../../../schema/contract.ts';
import type { ParameterLocations } from './variables.ts';

/** Locates the parameters of a GET route: those named in the path are in the path, all others in the query. */
export const toParameterLocations = (path: string, parameters: readonly Parameter[]): ParameterLocations => {
  const [inPath, inQuery] = [true, false].map((isIn) =>
    parameters.filter(({ wireName }) => path.includes(`{${wireName}}`) === isIn),
  );
  return { path: inPath ?? [], query: inQuery ?? [], body: [] };
};

/** Returns the URL without query parameters that the route does not have, such as an API key. */
export function withoutUnknownParameters(url: URL, { query }: ParameterLocations): URL {
  const known = new URL(url);
  const names = new Set(query.map(({ wireName }) => wireName));
  for (const name of new Set(url.searchParams.keys())) if (!names.has(name)) known.searchParams.delete(name);
  return known;
}
