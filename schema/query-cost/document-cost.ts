import {
  type DocumentNode,
  type FragmentDefinitionNode,
  getVariableValues,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  visit,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import { DOCUMENT_BOUNDS, type DocumentRequest } from '../contract.ts';
import { assertBound } from './bounds.ts';
import { describeCostliestFields } from './costliest-fields.ts';
import { planOperation, type SelectionPlan } from './plan.ts';
import { computeMaxPoints, computePointsBesideWait, computeSizePoints, hasWaitingField } from './points.ts';
import { countFields, keptBytesOf, type KeptSize, mayBeKept } from './kept-size.ts';

/** The maximum cost of a caller's document, computed before it runs. */
export interface DocumentCost {
  /** Maximum points, a whole number; 0 if GraphQL will reject the document. */
  readonly points: number;
  /** Maximum points of the records and values of the result (`computeSizePoints`). */
  readonly sizePoints: number;
  /** Whether the result may take much memory. */
  readonly isLarge: boolean;
  /** What the document keeps in memory while one of its fields waits, or while a subscription is open. */
  readonly kept: KeptSize;
  /**
   * Whether the document waits, as a subscription or in a field (for news or another host), and is small enough to stay in memory
   * meanwhile.
   */
  readonly mayWait: boolean;
  /** The plan by which `measureResult` measures the result; null if GraphQL will reject the document. */
  readonly plan: SelectionPlan | null;
}

/** A document whose result may have more points than these (`computeSizePoints`), 250 000 characters, is large. */
const LARGE_POINTS = 100;

/** A document that takes more bytes, with its plan, is large as well: it must not wait for reads without a place. */
const LARGE_BYTES = 512 * 1024;

/** The type of the operation that will run; `query` if there is none. */
export const operationTypeOf = (request: DocumentRequest): `${OperationTypeNode}` =>
  findOperation(request)?.operation ?? 'query';

/** The result of `rootFieldOf` for an operation with several root fields or a fragment, or without an operation. */
const SEVERAL_FIELDS = '(several)';

/** The name of the only root field of the operation that will run. The document must be valid: the name is then in the schema. */
export function rootFieldOf(request: DocumentRequest): string {
  const [selection, second] = findOperation(request)?.selectionSet.selections ?? [];
  return selection?.kind === Kind.FIELD && !second ? selection.name.value : SEVERAL_FIELDS;
}

/** Approximate maximum bytes of the cached costs of a document. They are kept no longer than the document. */
const MAX_CACHED_BYTES = 100_000;

/** Approximate bytes of a planned field, with its part of the merged selections (`mergeSelections`). */
const BYTES_PER_FIELD = 600;

/** Costs of requests with a longer key are not cached: long variables are hardly ever repeated. */
const MAX_KEY_LENGTH = 1000;

type CostCache = LRUCache<string, DocumentCost>;

const caches = new WeakMap<GraphQLSchema, WeakMap<DocumentNode, CostCache>>();

/**
 * Computes the maximum cost of a document as `planDocument` does, once for equal requests. Throws `query_too_complex`, and the
 * error of `assertVariables` for variables that are not valid.
 */
export function computeCost(schema: GraphQLSchema, request: DocumentRequest): DocumentCost {
  request.assertVariables?.();
  const key = JSON.stringify([request.operationName, request.variables]);
  if (key.length > MAX_KEY_LENGTH) return planDocument(schema, request);
  const cache = cacheOf(schema, request.document);
  const knownCost = cache.get(key);
  if (knownCost) return knownCost;
  const cost = planDocument(schema, request);
  cache.set(key, cost, { size: key.length + BYTES_PER_FIELD * (1 + cost.kept.fields) });
  return cost;
}

function cacheOf(schema: GraphQLSchema, document: DocumentNode): CostCache {
  const ofSchema = caches.get(schema) ?? new WeakMap<DocumentNode, CostCache>();
  caches.set(schema, ofSchema);
  const cache = ofSchema.get(document) ?? new LRUCache({ maxSize: MAX_CACHED_BYTES });
  ofSchema.set(document, cache);
  return cache;
}

/**
 * Computes the maximum cost of a document. If its operation does not exist or its variables are invalid, the cost is 0:
 * the execution rejects such a document before any resolver runs. Throws `query_too_complex`.
 */
function planDocument(schema: GraphQLSchema, request: DocumentRequest): DocumentCost {
  const operation = findOperation(request);
  if (!operation) return NO_COST;
  const syntax = readSyntax(request.document);
  assertBound('aliases', syntax.aliases);
  // Each error captures a stack trace: one error is enough to know that nothing runs.
  const { coerced } = getVariableValues(
    schema,
    operation.variableDefinitions ?? [],
    { ...request.variables },
    { maxErrors: 1 },
  );
  if (!coerced) return NO_COST;
  const plan = planOperation(schema, { operation, fragments: syntax.fragments, variables: coerced });
  const points = Math.ceil(computeMaxPoints(plan));
  assertBound('points', points, DOCUMENT_BOUNDS.points, () => describeCostliestFields(plan));
  const { tokenCount: tokens = 0 } = request.document;
  const kept = { tokens, fields: countFields(plan), points: computePointsBesideWait(plan) };
  const waits = operation.operation === OperationTypeNode.SUBSCRIPTION || hasWaitingField(plan);
  const sizePoints = computeSizePoints(plan);
  return {
    ...{ points, sizePoints, kept, plan },
    isLarge: sizePoints > LARGE_POINTS || keptBytesOf(kept) > LARGE_BYTES,
    mayWait: waits && mayBeKept(kept),
  };
}

const NO_COST: DocumentCost = {
  points: 0,
  sizePoints: 0,
  isLarge: false,
  kept: { tokens: 0, fields: 0, points: 0 },
  mayWait: false,
  plan: null,
};

/** The operation that GraphQL runs: the one with the name, or the only one if there is no name. */
function findOperation({ document, operationName }: DocumentRequest): OperationDefinitionNode | undefined {
  const operations = document.definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION);
  if (operationName === null || operationName === undefined)
    return operations.length === 1 ? operations[0] : undefined;
  return operations.find(({ name }) => name?.value === operationName);
}

/** The parts of a document that the cost depends on, apart from the operation and its variables. */
interface Syntax {
  readonly aliases: number;
  readonly fragments: Readonly<Record<string, FragmentDefinitionNode>>;
}

const syntaxes = new WeakMap<DocumentNode, Syntax>();

function readSyntax(document: DocumentNode): Syntax {
  const knownSyntax = syntaxes.get(document);
  if (knownSyntax) return knownSyntax;
  const fragments = document.definitions.filter((node) => node.kind === Kind.FRAGMENT_DEFINITION);
  const aliases = countAliases(document);
  const byName = Object.fromEntries(fragments.map((node) => [node.name.value, node]));
  const syntax = { aliases, fragments: byName };
  syntaxes.set(document, syntax);
  return syntax;
}

/** Returns the number of aliases in a document, also in operations that do not run. */
export function countAliases(document: DocumentNode): number {
  let aliases = 0;
  visit(document, {
    Field: ({ alias }) => {
      if (alias) aliases += 1;
    },
  });
  return aliases;
}
