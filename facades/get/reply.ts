import { OVERLAP_SECONDS } from '../../schema/contract.ts';
import type { OperationOutcome } from '../http/binding/run-operation.ts';
import { type Reply, toJsonReply, toTextReply } from '../http/reply.ts';
import type { Link } from './action.ts';
import type { Format } from './format.ts';
import type { NextUrls } from './next-urls.ts';
import type { PreparedVariant } from './prepare-action.ts';
import { toPageText, toRecordText } from './text.ts';

const ROTATE_PATH = `/get/rotate?revoke_others=true&overlap_seconds=${OVERLAP_SECONDS}`;

/** The URL that replaces a key that was in a URL. */
export const rotateUrl = (nextUrls: NextUrls): string => nextUrls.ofPath(ROTATE_PATH);

interface ReplyOptions {
  readonly nextUrls: NextUrls;
  readonly format: Format;
  readonly url: URL;
  readonly query: URLSearchParams;
  readonly isRotationDue: boolean;
}

/** The member of a result that is the position of the next page, by the parameter that takes it. */
const POSITIONS = { cursor: 'next_cursor', after: 'next_after' };

/** The response to an action: its record or list, with the URLs to fetch next. */
export function toReply(
  variant: PreparedVariant,
  { result, headers }: OperationOutcome,
  { nextUrls, format, url, query, isRotationDue }: ReplyOptions,
): Reply {
  const content = addUrls(variant.toContent(result.value), nextUrls, format);
  const { next_cursor: cursor, ...members } = content;
  const next = toNextUrls(variant, content, { nextUrls, url, query });
  // A response with a new key does not offer the rotation: the agent can use that key in place of the exposed one.
  const isRotationOffered =
    (isRotationDue || members['rotation_recommended'] === true) && !('api_key' in members);
  const described = { ...members, ...(isRotationOffered && { rotate: rotateUrl(nextUrls) }) };
  const replayed = result.isReplayed && { replayed: true };
  if (format === 'text') {
    const notes = { ...warningOf(members), ...replayed };
    const text = hasItems(described)
      ? toPageText({ ...notes, ...described }, next)
      : toRecordText({ ...notes, ...described }, next);
    return toTextReply(text, 'text/plain', { headers });
  }
  const calls = next.map(({ label, url: each }) => ({
    surface: 'get',
    ...(label !== 'next' && { rel: label }),
    url: each,
  }));
  return toJsonReply(
    {
      ...described,
      ...replayed,
      ...(cursor !== undefined && { next_cursor: cursor }),
      ...((hasItems(described) || calls.length > 0) && { next: calls }),
    },
    { headers },
  );
}

/** The URLs of the next page and of the actions that follow. */
function toNextUrls(
  variant: PreparedVariant,
  content: Content,
  { nextUrls, url, query }: Pick<ReplyOptions, 'nextUrls' | 'url' | 'query'>,
): Link[] {
  const isEmpty = hasItems(content) && content.items.length === 0 && content['has_more'] !== true;
  return [
    ...Object.entries(POSITIONS).flatMap(([name, member]) => {
      const position = content[member];
      const isPaged = variant.parameters.some(({ wireName }) => wireName === name);
      return isPaged && typeof position === 'string'
        ? [{ label: 'next' as const, url: nextUrls.nextPage(url, [name, position]) }]
        : [];
    }),
    ...nextUrls.after((isEmpty ? variant.nextIfEmpty : undefined) ?? variant.next, {
      ...Object.fromEntries(query),
      ...content,
    }),
  ];
}

type Content = Readonly<Record<string, unknown>>;

const hasItems = (content: Content): content is Content & { readonly items: readonly object[] } =>
  'items' in content;

/** The member `warning` of a text if the new answer does not match the inquiry’s schema, with the first fault. */
function warningOf({ latest_answer: answer }: Content): Content {
  const { schema_valid: isValid, schema_errors: faults } = (answer ?? {}) as {
    readonly schema_valid?: boolean | null;
    readonly schema_errors?: readonly { readonly pointer: string; readonly msg: string }[] | null;
  };
  if (isValid !== false) return {};
  const [fault] = faults ?? [];
  const text = fault ? `: ${`${fault.pointer} ${fault.msg}`.trim()}` : '';
  return { warning: `the answer does not match the schema${text}` };
}

/**
 * Adds to each item of a list the URL that reads the item, or else its `record`, or else its `about`. In a text, `poll` becomes a
 * `/get` URL.
 */
function addUrls(result: object, nextUrls: NextUrls, format: ReplyOptions['format']): Content {
  const toLinked = (record: Content) => (format === 'text' ? replacePoll(record, nextUrls) : record);
  const content = toLinked(result as Content);
  if (!hasItems(content)) return content;
  const items = content.items.map((item) => {
    const { record, about } = item as Content;
    const read = [item, record, about]
      .map((each) => (each ? nextUrls.ofRecord(each) : null))
      .find((url) => url !== null);
    return { ...toLinked(item as Content), ...(read !== undefined && { read }) };
  });
  return { ...content, items };
}

/** Replaces `poll` of a work packet, the URL of a JSON document, by the URL of the action that returns the same events. */
const replacePoll = (record: Content, { ofHistory }: NextUrls): Content =>
  'poll' in record ? { ...record, poll: ofHistory(record) } : record;
