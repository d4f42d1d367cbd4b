// Reading Accept (RFC 9110, section 12.5.1), for the one question the board asks: does the client want a web page?

interface Range {
  readonly type: string;
  readonly quality: number;
}

const JSON_TYPE = /^(application\/([\w.+-]+\+)?json|text\/json)$|^application\/\*\+json$/;
const QUALITY = /^\s*q\s*=\s*"?([^"\s]*)/i;

/**
 * Whether HTML is preferred to JSON (decisions, section 1): the quality of text/html or application/xhtml+xml is
 * strictly greater than that of JSON, or JSON has q=0. Every `+json` type (problem, graphql-response) counts as JSON,
 * the best of those named; where none is named, the ranges that cover application/json speak for it. A list that
 * covers neither is served JSON all the same. What cannot be read in the header is passed over.
 */
export function prefersHtml(accept: string | null): boolean {
  if (accept === null || accept === '*/*' || accept === 'application/json') return false;
  const ranges = readRanges(accept);
  const json = best(ranges, (type) => JSON_TYPE.test(type)) ?? quality(ranges, 'application/json');
  if (json === 0) return true;
  const html = Math.max(quality(ranges, 'text/html') ?? 0, quality(ranges, 'application/xhtml+xml') ?? 0);
  return html > (json ?? 0);
}

function readRanges(accept: string): Range[] {
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

/** Quality of a media type: the most specific range that covers it decides. */
function quality(ranges: readonly Range[], type: string): number | undefined {
  const family = `${type.slice(0, type.indexOf('/'))}/*`;
  return (
    best(ranges, (range) => range === type) ??
    best(ranges, (range) => range === family) ??
    best(ranges, (range) => range === '*/*')
  );
}

function best(ranges: readonly Range[], covers: (type: string) => boolean): number | undefined {
  let found: number | undefined;
  for (const range of ranges) {
    if (covers(range.type) && range.quality >= (found ?? 0)) found = range.quality;
  }
  return found;
}
