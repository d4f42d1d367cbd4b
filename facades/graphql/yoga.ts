import type { DocumentNode, GraphQLSchema } from 'graphql';
import { createYoga } from 'graphql-yoga';
import { LRUCache } from 'lru-cache';
import { DOCUMENT_BOUNDS } from '../../schema/contract.ts';
import {
  type SerializationOptions,
  type YogaContext,
  useBoundedValidation,
  useDocumentBounds,
  useResultSerialization,
  useSessionExecution,
} from './plugins.ts';
import { useSessionSubscription } from './subscriptions.ts';

/** Parsed documents are large, and any client may send new ones. */
const MAX_CACHED_BYTES = 10 * 1024 * 1024;

/** The costs that are computed for a document are kept with it, and take up to 100 KB. */
const MAX_CACHED_DOCUMENTS = 100;

/** Approximate bytes of a token of a parsed document, and of a document without tokens. */
const [TOKEN_BYTES, ENTRY_BYTES] = [450, 1_000];

/** Creates a cache of parsed documents by their text, with a bounded number and size: the text, comments included, and its tokens. */
export const createDocumentCache = () =>
  new LRUCache<string, DocumentNode>({
    max: MAX_CACHED_DOCUMENTS,
    maxSize: MAX_CACHED_BYTES,
    sizeCalculation: ({ tokenCount = 0 }, text) => ENTRY_BYTES + TOKEN_BYTES * tokenCount + 2 * text.length,
  });

/** Errors are not cached: a document may be rejected because of the other documents of its batch. */
const NO_ERROR_CACHE = { get: () => undefined, set: () => undefined };

/** Creates the server that parses, validates and executes callers' documents. */
export function createYogaServer(options: SerializationOptions & { readonly schema: GraphQLSchema }) {
  return createYoga<YogaContext>({
    schema: options.schema,
    graphqlEndpoint: '/graphql',
    graphiql: false,
    landingPage: false,
    cors: false,
    logging: false,
    // `useResultSerialization` masks internal errors. Masking them here would lose their error codes.
    maskedErrors: false,
    batching: { limit: DOCUMENT_BOUNDS.batch },
    parserAndValidationCache: {
      documentCache: createDocumentCache(),
      errorCache: NO_ERROR_CACHE,
      // `useBoundedValidation` caches which documents are valid.
      validationCache: false,
    },
    plugins: [
      useDocumentBounds(),
      useBoundedValidation(),
      useSessionExecution(options),
      useSessionSubscription(options),
      useResultSerialization(options),
    ],
  });
}
