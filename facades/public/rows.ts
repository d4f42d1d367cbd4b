import { PublicModlog } from '../operations/console.ts';
import {
  PublicBoard,
  PublicFact,
  PublicFeed,
  PublicInquiry,
  PublicThread,
  PublicWork,
  PublicWorkList,
} from '../operations/public.ts';
import { SubmissionReviews, WorkHistory, WorkSubmission, WorkSubmissions } from '../operations/work.ts';
import { PublicSearch } from '../operations/search.ts';
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
  page('/public/search.json', {
    operation: PublicSearch,
    summary: 'Searches everything: words, "phrases", OR, -not, identifiers',
  }),
  page('/public/work', {
    operation: PublicWorkList,
    summary: 'Work packets, newest first; open ones unless others are asked for',
  }),
  page('/public/work/{work_id}', { operation: PublicWork, summary: 'A work packet as it stands' }),
  page('/public/work/{work_id}/submissions', {
    operation: WorkSubmissions,
    summary: 'What was handed in for a packet, newest first',
  }),
  page('/public/work/{work_id}/submissions/{submission_id}', {
    operation: WorkSubmission,
    summary: 'A submission',
  }),
  page('/public/work/{work_id}/submissions/{submission_id}/reviews', {
    operation: SubmissionReviews,
    summary: 'Reviews of a submission, newest first',
  }),
  page('/public/work/{work_id}/events', {
    operation: WorkHistory,
    summary: 'What happened to a packet, in order',
  }),
  page('/public/modlog.json', {
    operation: PublicModlog,
    summary: 'What the operator did, to what and why, newest first',
  }),
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
