import type { ExecutionArgs } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { BoardError } from '../../schema/contract.ts';
import { readAccepted } from '../http/codec/accept.ts';
import { createEventStream, EVENT_STREAM_TYPE } from '../http/event-stream.ts';
import type { HeaderRecord, Reply } from '../http/reply.ts';
import { toDocumentRequest } from './document-request.ts';
import {
  type Result,
  type SerializationOptions,
  serializeResult,
  toErrorResult,
  toResult,
  type YogaContext,
} from './plugins.ts';

/** Whether the header accepts server-sent events, by name or by a range; no header accepts them. */
export const acceptsEvents = (accept: string | null): boolean =>
  accept === null || readAccepted(accept).some((type) => [EVENT_STREAM_TYPE, 'text/*', '*/*'].includes(type));

/**
 * Subscribes in the caller's session. The events follow the protocol graphql-sse, in its mode of distinct connections. Yoga gets a placeholder, as for other operations: it would send comments every 12 s and
 * buffer the response a second time.
 */
export const useSessionSubscription = (options: SerializationOptions): Plugin<YogaContext> => ({
  onSubscribe({ args, setSubscribeFn }) {
    const { contextValue } = args as ExecutionArgs & { contextValue: YogaContext };
    setSubscribeFn(async (): Promise<Result> => {
      try {
        if (!contextValue.canStream) throw createNotStreamable();
        const subscribed = await contextValue.session.subscribeDocument(toDocumentRequest(args));
        if (!('next' in subscribed)) return toResult(subscribed, args);
        contextValue.outcome.events = subscribed;
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
    `A subscription is one operation of its own request, and the Accept header must allow ${EVENT_STREAM_TYPE}`,
  );

/** Streams the events of a subscription. An error is a last result, as for other operations. */
export const streamEvents = (
  events: NonNullable<YogaContext['outcome']['events']>,
  { context, headers }: { readonly context: YogaContext; readonly headers: HeaderRecord },
  options: SerializationOptions,
): Response =>
  createEventStream(events, {
    serialize: async (event) => {
      await options.largeResponses.waitForTurn(event.data?.length ?? 0);
      return toNext(serializeResult(toResult(event), context.requestId, options));
    },
    serializeError: (error) =>
      toNext(serializeResult(toErrorResult(error, context, options), context.requestId, options)),
    end: COMPLETE,
    headers,
  });

/** Converts the result of another operation for a client that prefers server-sent events. */
export const toEventReply = ({ headers, body }: Reply): Reply => ({
  status: 200,
  headers: {
    ...Object.fromEntries(
      Object.entries(headers).filter(([name]) => !/^content-(?:type|length)$/i.test(name)),
    ),
    'content-type': EVENT_STREAM_TYPE,
  },
  body: toNext(body instanceof Uint8Array ? new TextDecoder().decode(body) : (body ?? '')) + COMPLETE,
});

const toNext = (json: string): string => `event: next\ndata: ${json}\n\n`;

const COMPLETE = 'event: complete\ndata:\n\n';
