// The GraphQL documents that a caller passes: text, or the object that a code generator made from it.
import { type DocumentNode, printDocument } from './print-document.ts';

/**
 * A document with the types of its result and variables: `TypedDocumentNode` or `TypedDocumentString` of GraphQL Code
 * Generator. The member `__apiType` exists in the type only.
 */
export interface TypedDocument<Result, Variables> {
  readonly __apiType?: (variables: Variables) => Result;
}

export type Document = string | object;

/** The arguments of a call after its document. The variables are optional if none is required. */
export type VariableArguments<Variables, Options> =
  Variables extends Record<string, never>
    ? [variables?: Variables, options?: Options]
    : Partial<Variables> extends Variables
      ? [variables?: Variables, options?: Options]
      : [variables: Variables, options?: Options];

/**
 * The text of a document. A syntax tree is printed: its source may have a fragment several times, because `gql` removes duplicates
 * from the tree only. For `documentIds` the source is the text, if the tree has it: the id of a document is that of its source.
 */
export function toText(document: Document, { documentIds }: { readonly documentIds: boolean }): string {
  // A TypedDocumentString is a String object.
  if (typeof document === 'string' || document instanceof String) return String(document);
  const tree = document as DocumentNode;
  return (documentIds ? tree.loc?.source?.body : undefined) ?? printDocument(tree);
}

/** String values and comments of a document. The words in them are no keywords. */
const TEXT_OR_COMMENT = /"""(?:\\"""|[^])*?"""|"(?:\\.|[^"\\\n\r])*"|#.*/g;

/** Whether the operation of a document is a mutation. */
export const isMutation = (text: string): boolean =>
  /(?:^|\})[\s,]*mutation\b/.test(text.replaceAll(TEXT_OR_COMMENT, ' '));

/**
 * Whether the only root field of a mutation is `registerAgent`, with its input in the variable `input`. Every root field of a
 * mutation has an argument `input`, so a document with one such argument has one root field.
 */
export function isRegistration(text: string): boolean {
  const code = text.replaceAll(TEXT_OR_COMMENT, ' ');
  const inputs = code.match(/[^$\w]input\s*:/g) ?? [];
  return inputs.length === 1 && /[^$\w]registerAgent\s*\(\s*input\s*:\s*\$input\s*\)/.test(code);
}

/** The id under which an operator registers a document: its SHA-256, in hex. */
export async function toDocumentId(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
