import type { ExecutionArgs } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { BoardError, type Connection, type DocumentResult } from '../../schema/contract.ts';
import { readAccepted } from '../http/codec/accept.ts';
import { EVENT_STREAM_TYPE, toStreamReply } from '../http/event-stream.ts';
import { rateLimitHeaders } from '../http/codec/headers.ts';
import type { Reply } from '../http/reply.ts';
import { toDocumentRequest } from './document-request.ts';
import {
  type Result,
  type SerializationOptions,
  serializeResult,
  toErrorResult,
  toResult,
  type YogaContext,
} from './plugins.ts';

/** Whether `Accept` allows server-sent events, by name or by a range. A missing header allows them. */
export const acceptsEvents = (accept: string | null): boolean =>
  accept === null || readAccepted(accept).some((type) => [EVENT_STREAM_TYPE, 'text/*', '*/*'].includes(type));

/**
 * Subscribes in the caller's session. The events follow the protocol graphql-sse, in its mode of distinct connections. Yoga gets
 * a placeholder, as for other operations: it would send comments every 12 s and buffer the response a second time.
 */
export const useSessionSubscription = (options: SerializationOptions): Plugin<YogaContext> => ({
  onSubscribe({ args, setSubscribeFn }) {
    const { contextValue } = args as ExecutionArgs & { contextValue: YogaContext };
    setSubscribeFn(async (): Promise<Result> => {
      try {
        if (!contextValue.canStream) throw createNotStreamable();
        const subscribed = await contextValue.session.subscribeDocument(toDocumentRequest(args));
        if (!('event' in subscribed)) return toResult(subscribed);
        contextValue.outcome.event = subscribed.event;
        return { data: {} };
      } catch (error) {
        return toErrorResult(error, contextValue, options);
      }
    });
  },
});

const createNotStreamable = () =>
  new BoardError(
    'not_acceptable',
    `A subscription must be the only operation of its request, and the Accept header must allow ${EVENT_STREAM_TYPE}`,
  );

/** Creates the part of a stream with the next event, if there is one. Completes the stream if no further part follows. */
export async function streamEvent(
  event: DocumentResult | null,
  { context, connection }: { readonly context: YogaContext; readonly connection: Connection | null },
  options: SerializationOptions,
): Promise<Reply> {
  const length = event?.data?.length ?? 0;
  // Later events are not refused, because their page has been read. `EventTurns` bounds them.
  if (!connection?.repetition?.isRepeated) options.largeResponses.hold(length, context.owner);
  await options.largeResponses.waitForTurn(length, context.owner);
  const next = event ? toNext(serializeResult(toResult(event), context.requestId, options)) : '';
  const end = connection?.repetition?.next ? '' : COMPLETE_EVENT;
  return toStreamReply(next + end, rateLimitHeaders(context.session.rateLimit));
}

/** Converts a result that is not a stream, or the error that ends a stream, to server-sent events. */
export function toEventReply({ headers, body }: Reply): Reply {
  const kept = Object.entries(headers).filter(([name]) => !/^content-(?:type|length)$/i.test(name));
  const result = body instanceof Uint8Array ? new TextDecoder().decode(body) : (body ?? '');
  return toStreamReply(toNext(result) + COMPLETE_EVENT, Object.fromEntries(kept));
}

const toNext = (json: string): string => `event: next\ndata: ${json}\n\n`;

const COMPLETE_EVENT = 'event: complete\ndata:\n\n';
