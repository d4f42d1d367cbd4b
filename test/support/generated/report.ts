import type { WireRequest } from './call.ts';
import type { WireResponse } from './wire-client.ts';

/** One exchange as it went over the wire. */
export interface SentRequest {
  readonly request: WireRequest;
  readonly response: WireResponse;
}

/** Exchanges that a report shows: the one that failed, and those before it. */
const SHOWN = 4;

/** Characters of a request or an answer that a report shows. */
const MAX = 1_500;

/** What was wrong, with the exchanges that led to it as they went over the wire. */
export const toReport = (faults: readonly string[], sent: readonly SentRequest[]): string =>
  [
    ...faults,
    ...sent
      .slice(-SHOWN)
      .flatMap(({ request: wire, response: answer }) => [
        describeRequest(wire),
        `  → ${describeAnswer(answer)}`,
      ]),
  ].join('\n');

export function describeRequest({ method, target, headers, body, chunkSize: chunk }: WireRequest): string {
  const sent = body === null ? [] : [JSON.stringify(body.toString())];
  const framing = chunk === undefined ? [] : [`in chunks of ${chunk}`];
  return cut([method, target, JSON.stringify(headers), ...sent, ...framing].join(' '));
}

const describeAnswer = ({ status, text, milliseconds }: WireResponse): string =>
  cut(`${status} in ${milliseconds.toFixed(0)} ms: ${text}`);

const cut = (text: string): string => (text.length > MAX ? `${text.slice(0, MAX)}… (${text.length})` : text);
