import type { GraphQLSchema } from 'graphql';
import { _createLRUCache, createYoga } from 'graphql-yoga';
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
const MAX_CACHED_DOCUMENTS = 100;

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
      documentCache: _createLRUCache({ max: MAX_CACHED_DOCUMENTS }),
      errorCache: NO_ERROR_CACHE,
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
