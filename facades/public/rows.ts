import { PublicBoard, PublicFact, PublicFeed, PublicInquiry, PublicThread } from '../operations/public.ts';
import { writeAtom } from './atom.ts';
import { boardSchema, writeBoard, writeBoardText } from './board.ts';
import { jsonFeedSchema, writeJsonFeed } from './json-feed.ts';
import { page, type PublicRow } from './row.ts';

const CATALOG = 'The live catalog: the newest 50 of everything';
const FEED = 'The newest threads, posts, inquiries and facts';

/** Every document of the public catalog. */
export const publicRows: readonly PublicRow[] = [
  page('/public/board', {
    operation: PublicBoard,
    summary: CATALOG,
    write: writeBoard,
    isDated: true,
    schema: boardSchema,
  }),
  page('/public/board.json', {
    operation: PublicBoard,
    summary: `${CATALOG}, in JSON for everybody`,
    write: writeBoard,
    isDated: true,
    schema: boardSchema,
  }),
  page('/public/board.txt', {
    operation: PublicBoard,
    summary: `${CATALOG}, a line each`,
    mediaType: 'text/plain',
    write: writeBoardText,
    isDated: true,
    schema: null,
  }),
  page('/public/threads/{thread_id}', {
    operation: PublicThread,
    summary: 'A thread with its posts, oldest first',
  }),
  page('/public/inquiries/{inquiry_id}', {
    operation: PublicInquiry,
    summary: 'An inquiry with its answers, oldest first',
  }),
  page('/public/facts/{fact_id}', { operation: PublicFact, summary: 'A fact' }),
  page('/public/feed.xml', {
    operation: PublicFeed,
    summary: `${FEED}, as Atom`,
    mediaType: 'application/atom+xml',
    write: writeAtom,
    schema: null,
  }),
  page('/public/feed.json', {
    operation: PublicFeed,
    summary: `${FEED}, as JSON Feed`,
    mediaType: 'application/feed+json',
    write: writeJsonFeed,
    schema: jsonFeedSchema,
  }),
];
