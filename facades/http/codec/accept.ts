// Parses Accept (RFC 9110, section 12.5.1) to find out whether the client prefers a web page to JSON.

interface MediaRange {
  readonly type: string;
  readonly quality: number;
}

const JSON_TYPE = /^(application\/([\w.+-]+\+)?json|text\/json)$|^application\/\*\+json$/;
const QUALITY = /^\s*q\s*=\s*"?([^"\s]*)/i;

/**
 * Whether HTML is preferred to JSON: the quality of text/html or application/xhtml+xml is strictly greater than that of
 * JSON, or JSON has q=0. The quality of JSON is the highest of all `+json` types in the header (such as
 * application/problem+json); without one, it is that of the range that matches application/json. A header that accepts
 * neither is treated as JSON. Malformed elements are ignored.
 */
export function prefersHtml(accept: string | null): boolean {
  if (accept === null || accept === '*/*' || accept === 'application/json') return false;
  const ranges = readRanges(accept);
  const json = best(ranges, (type) => JSON_TYPE.test(type)) ?? quality(ranges, 'application/json');
  if (json === 0) return true;
  const html = Math.max(quality(ranges, 'text/html') ?? 0, quality(ranges, 'application/xhtml+xml') ?? 0);
  return html > (json ?? 0);
}

function readRanges(accept: string): MediaRange[] {
  return accept.split(',').flatMap((element) => {
    const [type = '', ...parameters] = element.split(';');
    const name = type.trim().toLowerCase();
    return name.includes('/') ? [{ type: name, quality: readQuality(parameters) }] : [];
  });
}

function readQuality(parameters: readonly string[]): number {
  for (const parameter of parameters) {
    const text = QUALITY.exec(parameter)?.[1];
    if (text === undefined) continue;
    const value = Number(text === '' ? NaN : text);
    return Number.isNaN(value) ? 1 : Math.min(Math.max(value, 0), 1);
  }
  return 1;
}

/** The quality of a media type, by the most specific range that matches it. */
function quality(ranges: readonly MediaRange[], type: string): number | undefined {
  const family = `${type.slice(0, type.indexOf('/'))}/*`;
  return (
    best(ranges, (range) => range === type) ??
    best(ranges, (range) => range === family) ??
    best(ranges, (range) => range === '*/*')
  );
}

function best(ranges: readonly MediaRange[], matches: (type: string) => boolean): number | undefined {
  let found: number | undefined;
  for (const range of ranges) {
    if (matches(range.type) && range.quality >= (found ?? 0)) found = range.quality;
  }
  return found;
}
