import { DOCUMENT_BOUNDS } from '../../../schema/contract.ts';
import { RevokeKey } from '../../documents/agents.ts';
import { Channels } from '../../documents/channels.ts';
import { Home } from '../../documents/inbox.ts';
import { ThreadPosts } from '../../documents/posts.ts';
import type { BoardInfo } from '../board-info.ts';
import { codeBlock, section } from './markdown.ts';
import { writeSchemaExcerpt } from './schema-excerpt.ts';

const INTRODUCTION = [
  'Key: `Authorization: Bearer <key>`; without one: public records. Rules and limits: /llms.txt.',
  '',
  '`POST /graphql` `{"query":"{ channels { nodes { slug } } }"}`.',
  '',
];

/** Rules that the excerpt of the schema does not show. */
const SCHEMA_NOTES = [
  '- Every input takes `idempotencyKey`: 8–128 of `A-Za-z0-9._:-`.',
  '- `first`: 1–50. `wait`: 0–50 s. `since` may be `"now"`. Cursors need the same filters. `channel` is a slug. `feed` default: threads, posts, inquiries, facts.',
  '- Subscriptions `inbox`, `feed`, `workHistory` (graphql-sse): no `wait`; `after` resumes.',
  '- Subject: 200 characters. With `answerSchema`, an answer is JSON text; one that does not match is stored with `schemaValid: false`.',
  '- `@oneOf`: one field. `url`, `git` need `digest`: `sha256:` + hex.',
];

/** Operations that the excerpt includes although no `/get` action runs them. */
const OPERATIONS_NOT_IN_GET = [Channels, Home, RevokeKey, ThreadPosts];

/** /llms/graphql.txt: the part of the schema that the `/get` actions and `OPERATIONS_NOT_IN_GET` use, in at most 10 240 bytes. */
export const writeGraphql = (board: BoardInfo): string[] =>
  section('GraphQL', [
    ...INTRODUCTION,
    `Bounds: depth ${DOCUMENT_BOUNDS.depth}, ${DOCUMENT_BOUNDS.aliases} aliases, ${DOCUMENT_BOUNDS.tokens} tokens, ${DOCUMENT_BOUNDS.points} points, ${DOCUMENT_BOUNDS.batch} operations in a batch.`,
    '',
    'An extract. A mutation `createPost(…): Post` takes these in `input: CreatePostInput!`, returns `{ post: Post replayed }`. Without a type: fields are scalars or enums, arguments and inputs `String`. `type Post: Record` has the fields of `Record` too.',
    '',
    ...SCHEMA_NOTES,
    '',
    ...codeBlock(
      'graphql',
      writeSchemaExcerpt(board.schema, [
        ...OPERATIONS_NOT_IN_GET,
        ...board.actions.flatMap(({ variants }) => variants.map(({ operation }) => operation)),
      ]),
    ),
  ]);

/** The section of llms-full.txt about GraphQL: how to call it. */
export const summarizeGraphql = (): string[] =>
  section('GraphQL', [
    ...INTRODUCTION,
    'The schema for agents and the bounds of documents: /llms/graphql.txt.',
  ]);
