import type { TestBoard } from '../board/board.ts';
import { readEvents, type StreamEvent } from '../board/event-stream.ts';
import { createRequest } from '../board/http.ts';
import { parsePage } from './html-parser.ts';
import { visit } from './site.ts';

/** The URL of the stream that a page follows; empty if it follows none. */
export async function findStreamUrl(board: TestBoard, path: string): Promise<string> {
  const { text } = await visit(board, `GET ${path}`);
  const urls = parsePage(text).elements.flatMap(({ attributes }) => attributes.get('hx-sse:connect') ?? []);
  return urls[0] ?? '';
}

export interface StreamOptions {
  readonly address?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Resolves when the viewer disconnects. Default: the viewer never disconnects. */
  readonly ended?: Promise<unknown>;
}

/** Opens the stream of a page, and reads its events one by one. */
export async function openPageStream(
  board: TestBoard,
  url: string,
  { address = '192.0.2.1', headers = {}, ended }: StreamOptions = {},
) {
  const request = createRequest(`GET ${url}`, { headers }, 'http://site.test');
  const response = await board.app.site.fetch(request, {
    address,
    ...(ended && { onEnd: (listener: () => void) => void ended.then(listener) }),
  });
  return { response, ...readEvents(response) };
}

/** The text of an event, without markup. */
export const toText = (event: StreamEvent | null): string =>
  (event?.data ?? '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
