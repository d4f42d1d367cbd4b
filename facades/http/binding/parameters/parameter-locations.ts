import type { Parameter } from '../../../../schema/contract.ts';
import type { ParameterLocations } from './variables.ts';

/** Locates the parameters of a GET route: parameters named in the path are in the path, all other parameters in the query. */
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
  // Built at once: each `searchParams.delete` would write and parse the whole URL again.
  known.search = new URLSearchParams([...url.searchParams].filter(([name]) => names.has(name))).toString();
  return known;
}
