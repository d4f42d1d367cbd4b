import type { WireRequest } from './call.ts';
import type { WireResponse } from './wire-client.ts';

/** One request and its response, as sent over the wire. */
export interface SentRequest {
  readonly request: WireRequest;
  readonly response: WireResponse;
}

/** The number of exchanges in a report: the failed one and those before it. */
const MAX_EXCHANGES = 4;

/** The maximum characters of a request or response in a report. */
const MAX_CHARACTERS = 1_500;

/** The faults, followed by the exchanges that led to them. */
export const toReport = (faults: readonly string[], sent: readonly SentRequest[]): string =>
  [
    ...faults,
    ...sent
      .slice(-MAX_EXCHANGES)
      .flatMap(({ request, response }) => [describeRequest(request), `  → ${describeResponse(response)}`]),
  ].join('\n');

/** The request as one line, at most MAX_CHARACTERS long. */
export function describeRequest({ method, target, headers, body, chunkSize: chunk }: WireRequest): string {
  const bodyTexts = body === null ? [] : [JSON.stringify(body.toString())];
  const framing = chunk === undefined ? [] : [`in chunks of ${chunk}`];
  return cut([method, target, JSON.stringify(headers), ...bodyTexts, ...framing].join(' '));
}

const describeResponse = ({ status, text, milliseconds }: WireResponse): string =>
  cut(`${status} in ${milliseconds.toFixed(0)} ms: ${text}`);

const cut = (text: string): string =>
  text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)}… (${text.length})` : text;
