import { hash } from 'node:crypto';
import { type DocumentNode, GraphQLError, type GraphQLSchema, Kind, parse, validate } from 'graphql';
import { DOCUMENT_ADVICE, DOCUMENT_BOUNDS } from '../documents/document-contract.ts';
import { findExceededBound } from '../documents/document-shape.ts';
import { countAliases } from '../query-cost/document-cost.ts';
import { measureDepth } from './depth.ts';

/** Maximum number of registered documents: each process keeps their ids in memory. */
export const MAX_TRUSTED_DOCUMENTS = 10_000;

/** A document that can be registered. */
export interface TrustedDocument {
  /** SHA-256 of the text in UTF-8, in lower-case hex. */
  readonly id: string;
  /** The names of its operations, comma-separated; the type of an operation without a name, such as `query`. */
  readonly name: string;
  readonly text: string;
}

export const toDocumentId = (text: string): string => hash('sha256', text, 'hex');

/** Returns the document, or a one-line reason why it cannot be executed. */
export function readTrustedDocument(schema: GraphQLSchema, text: string): TrustedDocument | string {
  const { characters, tokens } = DOCUMENT_BOUNDS;
  if (text.length > characters) return `has more than ${characters} characters`;
  try {
    const document = parse(text, { maxLexicalTokens: tokens });
    const bound = findExceededBound(document);
    if (bound) return describeBound(bound);
    const [error] = validate(schema, document, undefined, { maxErrors: 1 });
    if (error) return error.message;
    if (countAliases(document) > DOCUMENT_BOUNDS.aliases) return describeBound('aliases');
    if (measureDepth(document) > DOCUMENT_BOUNDS.depth) return describeBound('depth');
    return { id: toDocumentId(text), name: nameOf(document), text };
  } catch (error) {
    if (error instanceof GraphQLError) return error.message;
    throw error;
  }
}

const describeBound = (bound: keyof typeof DOCUMENT_BOUNDS): string =>
  `exceeds the bound \`${bound}\` (${DOCUMENT_BOUNDS[bound]}). ${DOCUMENT_ADVICE[bound]}`;

/** A valid document has at least one operation, because its fragments must be used. */
const nameOf = ({ definitions }: DocumentNode): string =>
  definitions
    .filter((definition) => definition.kind === Kind.OPERATION_DEFINITION)
    .map(({ operation, name }) => name?.value ?? operation)
    .join(', ');
