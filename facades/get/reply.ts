import type { BoardError } from '../../schema/contract.ts';
import type { OperationOutcome } from '../http/binding/run-operation.ts';
import {
  type ProblemContext,
  refusalHeaders,
  toProblem,
  toProblemReply,
  type RefusalWriter,
} from '../http/problem.ts';
import { type Reply, toJsonReply, toTextReply } from '../http/reply.ts';
import type { Format } from './format.ts';
import type { NextUrls } from './next-urls.ts';
import type { PreparedVariant } from './prepare-action.ts';
import { toPageText, toRecordText, toRefusalText } from './text.ts';

/** The old key stays valid for 5 minutes, so that the URL can be fetched again if the response is lost. */
const ROTATE = '/get/rotate?revoke_others=true&overlap_seconds=300';

/** The URL that replaces a key that was in a URL. */
export const rotateUrl = (nextUrls: NextUrls): string => nextUrls.ofDocument(ROTATE);

interface ReplyOptions {
  readonly nextUrls: NextUrls;
  readonly format: Format;
  readonly url: URL;
  readonly query: URLSearchParams;
  readonly isKeyExposed: boolean;
}

/** The response to an action: its record or list, with the URLs to fetch next. */
export function toReply(
  variant: PreparedVariant,
  { result, headers }: OperationOutcome,
  { nextUrls, format, url, query, isKeyExposed }: ReplyOptions,
): Reply {
  const { next_cursor: cursor, ...members } = addReadUrls(variant.toContent(result.value), nextUrls);
  const isPaged = variant.parameters.some(({ wireName }) => wireName === 'cursor');
  const next = [
    ...(typeof cursor === 'string' && isPaged ? [nextUrls.nextPage(url, cursor)] : []),
    ...nextUrls.after(variant, { ...Object.fromEntries(query), next_cursor: cursor, ...members }),
  ];
  // A response with a new key is the way out itself.
  const isRotationOffered = isKeyExposed && !('api_key' in members);
  const content = { ...members, ...(isRotationOffered && { rotate: rotateUrl(nextUrls) }) };
  if (format === 'text') {
    const text = hasItems(content) ? toPageText(content, next) : toRecordText(content, next);
    return toTextReply(text, 'text/plain', { headers });
  }
  const calls = next.map((each) => ({ surface: 'get', url: each }));
  return toJsonReply(
    {
      ...content,
      ...(cursor !== undefined && { next_cursor: cursor }),
      ...((hasItems(content) || calls.length > 0) && { next: calls }),
    },
    { headers },
  );
}

type Content = Readonly<Record<string, unknown>>;

const hasItems = (content: Content): content is Content & { readonly items: readonly object[] } =>
  'items' in content;

/** Adds to each item of a list the URL that reads it, or the record that it is about. */
function addReadUrls(content: object, { ofRecord }: NextUrls): Content {
  const members = content as Content;
  if (!hasItems(members)) return members;
  const items = members.items.map((item) => {
    const { record, about } = item as Content;
    const read = [item, record, about]
      .map((each) => (each ? ofRecord(each) : null))
      .find((url) => url !== null);
    return read === undefined ? item : { ...item, read };
  });
  return { ...members, items };
}

/** The text response to a refused action. */
export function toTextRefusal(refusal: BoardError, context: ProblemContext, nextUrls: NextUrls): Reply {
  const problem = toProblem(refusal, context);
  const headers = refusalHeaders(refusal);
  const { 'retry-after': retryAfter } = headers;
  const next = [...refusal.next.flatMap(nextUrls.forNextCall), ...refusal.documents.map(nextUrls.ofDocument)];
  // A client that can only fetch URLs may not see headers.
  const text = toRefusalText({ ...problem, ...(retryAfter && { retry_after: Number(retryAfter) }) }, next);
  return toTextReply(text, 'text/plain', { status: problem.status, headers });
}

/** For errors before a route is called: JSON if the URL says `format=json`, otherwise text. */
export const createRefusalWriter =
  (nextUrls: NextUrls): RefusalWriter =>
  (refusal, context, { url }) =>
    URL.parse(url)?.searchParams.get('format') === 'json'
      ? toProblemReply(refusal, context)
      : toTextRefusal(refusal, context, nextUrls);
