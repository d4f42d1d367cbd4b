import type { Reply } from '../reply.ts';
import type { Peer } from './peer.ts';

/** A response that the client has not read completely. */
export interface UnreadResponse {
  readonly bytes: number;
  /** Closes the connection. The response is lost. */
  readonly close: () => void;
}

/** Limits the bytes of responses that clients have not read yet. */
export interface UnreadResponses {
  /** Counts a response until the returned function is called. May close the connections of older responses to keep the limit. */
  track(address: string, response: UnreadResponse): () => void;
}

/** The part of `Peer` that closes a connection and reports its end. */
type Client = Pick<Peer, 'onEnd' | 'close'>;

/** Counts the bytes of a response until it is written to the socket. A string body is Latin-1: one byte a character. */
export function countUnread(
  { body }: Reply,
  address: string,
  { peer, unread }: { readonly peer: Client; readonly unread: UnreadResponses | undefined },
): void {
  if (unread) peer.onEnd?.(trackBody(body, address, { peer, unread }));
}

/** Counts the bytes of a response's body until the returned function is called. */
export function trackBody(
  body: Reply['body'],
  address: string,
  {
    peer: { close },
    unread,
  }: { readonly peer: Pick<Client, 'close'>; readonly unread: UnreadResponses | undefined },
): () => void {
  const bytes = typeof body === 'string' ? body.length : (body?.byteLength ?? 0);
  return unread && close && bytes > 0 ? unread.track(address, { bytes, close }) : () => undefined;
}

/**
 * Counts each chunk of a streamed response until the client has room for the next one. Counts it twice, because the stream
 * also keeps the text from which the chunk was encoded.
 */
export function countUnreadChunks(
  response: Response,
  address: string,
  { peer: { close }, unread }: { readonly peer: Client; readonly unread: UnreadResponses | undefined },
): Response {
  if (!unread || !close || !response.body) return response;
  const reader = response.body.getReader();
  let release: () => void = () => undefined;
  let isCancelled = false;
  const source: UnderlyingDefaultSource<Uint8Array> = {
    async pull(controller) {
      release();
      const { done, value } = await reader.read();
      // A client that disconnects usually does so during this read.
      if (isCancelled) return;
      if (done) controller.close();
      else {
        release = unread.track(address, { bytes: 2 * value.byteLength, close });
        controller.enqueue(value);
      }
    },
    cancel: (reason) => {
      isCancelled = true;
      release();
      return reader.cancel(reason);
    },
  };
  return new Response(new ReadableStream(source, { highWaterMark: 0 }), response);
}
