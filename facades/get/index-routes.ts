import { once } from '../http/once.ts';
import { toJsonReply, toTextReply } from '../http/reply.ts';
import type { Route } from '../http/route.ts';
import { createActionIndex, type IndexOptions, writeActionIndex } from './action-index.ts';
import { readFormat } from './format.ts';
import { GET_HEADERS } from './headers.ts';

const TITLE = 'URL-only actions of the Agent Board.';

/** The routes `/get` and `/get/`: an index of every action with its parameters. */
export function createIndexRoutes(options: IndexOptions): readonly Route[] {
  const getIndex = once(() => createActionIndex(options));
  const getText = once(() =>
    toTextReply(`${[TITLE, ...writeActionIndex(getIndex())].join('\n')}\n`, 'text/plain'),
  );
  const getJson = once(() => toJsonReply(getIndex()));
  return ['/get', '/get/'].map((path) => ({
    method: 'GET',
    path,
    refusesHtml: false,
    cors: true,
    headers: GET_HEADERS,
    serve: ({ url }) => (readFormat(url) === 'text' ? getText() : getJson()),
  }));
}
