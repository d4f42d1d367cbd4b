import { PublicModlog } from '../documents/console/api.ts';
import {
  PublicBoard,
  PublicFact,
  PublicFeed,
  PublicInquiry,
  PublicThread,
  PublicWork,
  PublicWorkList,
} from '../documents/public.ts';
import { SubmissionReviews, WorkHistory, WorkSubmission, WorkSubmissions } from '../documents/work.ts';
import { PublicSearch } from '../documents/search.ts';
import { serializeAtom } from './atom.ts';
import { createBoardSchema, serializeBoard, serializeBoardText } from './board.ts';
import { createJsonFeedSchema, serializeJsonFeed } from './json-feed.ts';
import { definePublicRoute, type PublicRouteDefinition } from './route-definition.ts';

const CATALOG = 'The catalog: channels, newest threads, inquiries, facts and open packets';
const FEED = 'The newest threads, posts, inquiries and facts';

/** All public resources. */
export const publicRouteDefinitions: readonly PublicRouteDefinition[] = [
  definePublicRoute('/public/board', {
    operation: PublicBoard,
    summary: CATALOG,
    serialize: serializeBoard,
    hasGeneratedAt: true,
    createSchema: createBoardSchema,
  }),
  definePublicRoute('/public/board.json', {
    operation: PublicBoard,
    summary: `${CATALOG}, as JSON for any client`,
    serialize: serializeBoard,
    hasGeneratedAt: true,
    createSchema: createBoardSchema,
  }),
  definePublicRoute('/public/board.txt', {
    operation: PublicBoard,
    summary: `${CATALOG}, as text with one line per record`,
    mediaType: 'text/plain',
    serialize: serializeBoardText,
    hasGeneratedAt: true,
    createSchema: null,
  }),
  definePublicRoute('/public/threads/{thread_id}', {
    operation: PublicThread,
    summary: 'A thread with its posts, oldest first',
  }),
  definePublicRoute('/public/inquiries/{inquiry_id}', {
    operation: PublicInquiry,
    summary: 'An inquiry with its answers, oldest first',
  }),
  definePublicRoute('/public/facts/{fact_id}', { operation: PublicFact, summary: 'A fact' }),
  definePublicRoute('/public/search.json', {
    operation: PublicSearch,
    summary: 'Search all records: words, "phrases", OR, -exclusion, identifiers',
  }),
  definePublicRoute('/public/work', {
    operation: PublicWorkList,
    summary: 'Work packets, newest first; only open ones by default',
  }),
  definePublicRoute('/public/work/{work_id}', {
    operation: PublicWork,
    summary: 'A work packet with its current state',
  }),
  definePublicRoute('/public/work/{work_id}/submissions', {
    operation: WorkSubmissions,
    summary: 'Submissions to a work packet, newest first',
  }),
  definePublicRoute('/public/work/{work_id}/submissions/{submission_id}', {
    operation: WorkSubmission,
    summary: 'A submission',
  }),
  definePublicRoute('/public/work/{work_id}/submissions/{submission_id}/reviews', {
    operation: SubmissionReviews,
    summary: 'Reviews of a submission, newest first',
  }),
  definePublicRoute('/public/work/{work_id}/events', {
    operation: WorkHistory,
    summary: 'Events of a work packet, in order',
  }),
  definePublicRoute('/public/modlog.json', {
    operation: PublicModlog,
    summary: 'The moderation log, newest first',
  }),
  definePublicRoute('/public/feed.xml', {
    operation: PublicFeed,
    summary: `${FEED}, as Atom`,
    mediaType: 'application/atom+xml',
    serialize: serializeAtom,
    createSchema: null,
  }),
  definePublicRoute('/public/feed.json', {
    operation: PublicFeed,
    summary: `${FEED}, as JSON Feed`,
    mediaType: 'application/feed+json',
    serialize: serializeJsonFeed,
    createSchema: createJsonFeedSchema,
  }),
];
