// Reads Accept and Accept-Encoding (RFC 9110, sections 12.5.1 and 12.5.3).
import { type Accept, parseAccept } from 'hono/utils/accept';
import { cutList } from './list-header.ts';

const JSON_TYPE = /^(application\/([\w.+-]+\+)?json|text\/json)$|^application\/\*\+json$/;

/**
 * Returns the elements of the header in lower case, the highest quality first. Elements without a name are ignored. A quality that
 * is not a number is read as 1.
 */
const readElements = (header: string): readonly Accept[] => parseAccept(cutList(header).toLowerCase());

/** Returns the values that the header names and accepts, in lower case, the highest quality first. */
export const readAccepted = (header: string | null): readonly string[] =>
  readElements(header ?? '')
    .filter(({ q }) => q > 0)
    .map(({ type }) => type);

/** Whether the header names a JSON type, such as application/problem+json, and accepts it. */
export const namesJson = (accept: string | null): boolean =>
  readAccepted(accept).some((type) => JSON_TYPE.test(type));

/**
 * Whether HTML is preferred to JSON: the quality of text/html or application/xhtml+xml is strictly greater than the quality of
 * JSON, or JSON has q=0. The quality of JSON is the highest of all JSON types in the header (such as
 * application/problem+json); without one, it is the quality of the range that matches application/json. A header that matches
 * neither HTML nor JSON does not prefer HTML. With `mediaType`, the route serves this type besides JSON: the higher of the two
 * qualities counts.
 */
export function prefersHtml(accept: string | null, mediaType?: string): boolean {
  if (accept === null || accept === '*/*' || accept === 'application/json') return false;
  const ranges = readElements(accept);
  const json = ranges.find(({ type }) => JSON_TYPE.test(type))?.q ?? qualityOf('application/json', ranges);
  const other = mediaType === undefined ? undefined : qualityOf(mediaType, ranges);
  const served = Math.max(...[json, other].filter((quality) => quality !== undefined));
  if (served === 0) return true;
  const html = Math.max(qualityOf('text/html', ranges) ?? 0, qualityOf('application/xhtml+xml', ranges) ?? 0);
  return html > Math.max(served, 0);
}

/** The quality of a media type, by the most specific range that matches it. */
function qualityOf(type: string, ranges: readonly Accept[]): number | undefined {
  const family = `${type.slice(0, type.indexOf('/'))}/*`;
  const find = (range: string) => ranges.find((element) => element.type === range)?.q;
  return find(type) ?? find(family) ?? find('*/*');
}
