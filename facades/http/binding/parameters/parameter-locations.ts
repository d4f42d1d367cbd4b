import type { Parameter } from '../../../../schema/contract.ts';
import type { ParameterLocations } from './variables.ts';

/** Locates parameters: those named in the path are in the path, all others in the query, or in a form that is read like a query. */
export const toParameterLocations = (path: string, parameters: readonly Parameter[]): ParameterLocations => {
  const isInPath = ({ wireName }: Parameter) => path.includes(`{${wireName}}`);
  return {
    path: parameters.filter(isInPath),
    query: parameters.filter((parameter) => !isInPath(parameter)),
    body: [],
  };
};

/** Returns the URL without query parameters that the route does not have, such as an API key. */
export function withoutUnknownParameters(url: URL, { query }: ParameterLocations): URL {
  const known = new URL(url);
  const names = new Set(query.map(({ wireName }) => wireName));
  // Set once: each `searchParams.delete` would serialize the whole URL again.
  known.search = new URLSearchParams([...url.searchParams].filter(([name]) => names.has(name))).toString();
  return known;
}
