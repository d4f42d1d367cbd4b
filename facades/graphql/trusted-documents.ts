// Requests with the id of a registered document, as in the GraphQL over HTTP proposal for persisted documents.
import { BoardError, DOCUMENT_BOUNDS } from '../../schema/contract.ts';

export interface DocumentRegistry {
  /** Whether documents that are not registered are refused. */
  readonly isRequired: boolean;
  /** Returns the text of the document with this SHA-256, in lower-case hex; null if it is not registered. */
  readonly find: (id: string) => Promise<string | null>;
}

/**
 * Replaces `documentId` in the parameters of a request, or of each request of a batch, by the text of the document. Throws
 * `operation_not_in_scope`, `validation_failed` and `not_found`.
 */
export async function resolveDocuments(body: unknown, registry: DocumentRegistry): Promise<unknown> {
  if (!Array.isArray(body)) return resolveDocument(body, registry, 'body');
  // Yoga refuses the batch.
  if (body.length > DOCUMENT_BOUNDS.batch) return body;
  const resolved: unknown[] = [];
  for (const item of body) resolved.push(await resolveDocument(item, registry, 'body'));
  return resolved;
}

/** Replaces `documentId` in the query of a URL by the text of the document. */
export async function resolveDocumentInUrl(url: URL, registry: DocumentRegistry): Promise<URL> {
  const { documentId, query } = Object.fromEntries(url.searchParams);
  const resolved = await resolveDocument({ documentId, query }, registry, 'query');
  if (documentId === undefined) return url;
  const copy = new URL(url);
  copy.searchParams.delete('documentId');
  copy.searchParams.set('query', (resolved as { readonly query: string }).query);
  return copy;
}

async function resolveDocument(
  params: unknown,
  { isRequired, find }: DocumentRegistry,
  part: 'body' | 'query',
): Promise<unknown> {
  const { documentId, ...others } = (params ?? {}) as { readonly documentId?: unknown; query?: unknown };
  if (documentId === undefined || documentId === null) {
    if (isRequired) throw new BoardError('operation_not_in_scope', TRUSTED_ONLY_DETAIL);
    return params;
  }
  if (others.query !== undefined && others.query !== null) throw createIdError(AMBIGUOUS_FAULT, part);
  const [, id] = (typeof documentId === 'string' && DOCUMENT_ID.exec(documentId)) || [];
  if (id === undefined) throw createIdError(MALFORMED_FAULT, part);
  const query = await find(id);
  if (query === null)
    throw new BoardError('not_found', isRequired ? UNKNOWN_DETAIL : `${UNKNOWN_DETAIL} ${SEND_TEXT_HINT}`);
  return { ...others, query };
}

const DOCUMENT_ID = /^(?:sha256:)?([0-9a-f]{64})$/;

const TRUSTED_ONLY_DETAIL =
  'This board executes only documents that its operator has registered: send `documentId`, the SHA-256 of the document, in place of `query`';
const AMBIGUOUS_FAULT = 'Must not be combined with query';
const MALFORMED_FAULT =
  'Must be the SHA-256 of the document: 64 lower-case hex digits, optionally after sha256:';
const UNKNOWN_DETAIL =
  'No document is registered under this documentId. The operator registers it with `agent-board documents add`.';
const SEND_TEXT_HINT = 'Or send its text as `query`.';

const createIdError = (msg: string, part: string): BoardError => {
  const path = [part, 'documentId'];
  return new BoardError('validation_failed', `documentId: ${msg}`, {
    issues: [{ path, loc: path, msg, type: 'value_error' }],
  });
};
