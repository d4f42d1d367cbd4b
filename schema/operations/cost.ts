import { complexityFromQuery } from '@pothos/plugin-complexity';
import {
  type DocumentNode,
  getNamedType,
  GraphQLError,
  getVariableValues,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { STATEMENT } from '../builder.ts';
import type { CallerContext } from '../context.ts';
import { BoardError, DOCUMENT_BOUNDS, type DocumentRequest } from '../contract.ts';

/** Objects that one call of the meter pays for (decisions, section 4). */
const OBJECTS_PER_CALL = 100;

/** What a document asks for, weighed before it runs. */
export interface Weight {
  readonly kind: 'query' | 'mutation';
  /** Calls of the meter it is worth: 1, and 1 for every further 100 objects. */
  readonly calls: number;
}

const WEIGHTS_MAX = 50;
/** Characters of the variables that a weight is known by: longer ones are weighed each time, not kept. */
const NAME_MAX = 1000;
const weights = new WeakMap<DocumentNode, Map<string, Weight>>();

/** Weighs a document of the caller's own, with these variables once. Throws `query_too_complex`. */
export function weigh(schema: GraphQLSchema, request: DocumentRequest, ctx: CallerContext): Weight {
  const known = weights.get(request.document) ?? new Map<string, Weight>();
  weights.set(request.document, known);
  const name = JSON.stringify([request.operationName, request.variables]);
  if (name.length > NAME_MAX) return weighAnew(schema, request, ctx);
  const weight = known.get(name) ?? weighAnew(schema, request, ctx);
  if (known.size >= WEIGHTS_MAX) known.clear();
  known.set(name, weight);
  return weight;
}

function weighAnew(schema: GraphQLSchema, request: DocumentRequest, ctx: CallerContext): Weight {
  const operation = chosenOperation(request);
  const document = only(request.document, operation);
  const aliases = countAliases(document);
  assertBound('aliases', aliases);
  assertBound('repeats', countRepeats(document));
  assertPlainIntrospection(document, aliases);
  const { complexity, depth } = measure(schema, { ...request, document }, ctx);
  const cost = complexity + STATEMENT * countLists(schema, document);
  assertBound('depth', depth);
  assertBound('cost', cost);
  return {
    kind: operation?.operation === 'mutation' ? 'mutation' : 'query',
    calls: Math.max(1, Math.ceil(cost / OBJECTS_PER_CALL)),
  };
}

function assertBound(bound: keyof typeof DOCUMENT_BOUNDS, value: number): void {
  const max = DOCUMENT_BOUNDS[bound];
  if (value <= max) return;
  throw new BoardError('query_too_complex', `The document’s ${bound} is ${value}; at most ${max}`, {
    members: { bound, value, max },
  });
}

function chosenOperation({ document, operationName }: DocumentRequest): OperationDefinitionNode | undefined {
  const operations = document.definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION);
  return operationName ? operations.find(({ name }) => name?.value === operationName) : operations[0];
}

const only = (document: DocumentNode, operation: OperationDefinitionNode | undefined): DocumentNode => ({
  ...document,
  definitions: document.definitions.filter(
    (node) => node.kind !== Kind.OPERATION_DEFINITION || node === operation,
  ),
});

function countAliases(document: DocumentNode): number {
  let aliases = 0;
  visit(document, {
    Field: ({ alias }) => {
      if (alias) aliases++;
    },
  });
  return aliases;
}

/** Under how many names the most repeated leaf is asked for. */
function countRepeats(document: DocumentNode): number {
  const names = new Map<string, Set<string>>();
  visit(document, {
    Field: ({ name, alias, selectionSet }) => {
      if (selectionSet) return;
      const keys = names.get(name.value) ?? new Set();
      names.set(name.value, keys.add(alias?.value ?? name.value));
    },
  });
  return Math.max(0, ...Array.from(names.values(), ({ size }) => size));
}

/** Lists as they are written: one under many records is asked for in one statement. */
function countLists(schema: GraphQLSchema, document: DocumentNode): number {
  const types = new TypeInfo(schema);
  let lists = 0;
  const visitor = visitWithTypeInfo(types, {
    Field: () => {
      if (getNamedType(types.getType())?.name.endsWith('Connection')) lists++;
    },
  });
  visit(document, visitor);
  return lists;
}

/**
 * Weighs nothing where the variables do not fit: then nothing is run. An argument that does not fit would fail its
 * own field alone, and all the others would run unweighed: such a document is refused.
 */
function measure(schema: GraphQLSchema, { document, variables }: DocumentRequest, ctx: CallerContext) {
  const given = { ...variables };
  const definitions = document.definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION);
  if (getVariableValues(schema, definitions?.variableDefinitions ?? [], given).errors)
    return { complexity: 0, depth: 0 };
  try {
    return complexityFromQuery(withoutTypenames(document), { schema, ctx, variables: given });
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    throw new BoardError('validation_failed', error.message, {
      issues: [{ path: [], msg: error.message, type: 'argument' }],
    });
  }
}

/** What many clients add everywhere is free, as every other scalar is. */
const withoutTypenames = (document: DocumentNode): DocumentNode =>
  visit(document, { Field: ({ name }) => (name.value === '__typename' ? null : undefined) });

const INTROSPECTION = new Set(['__schema', '__type']);

/** What introspection answers with is large and costs nothing by its fields: it is asked for once, as tools do. */
function assertPlainIntrospection(document: DocumentNode, aliases: number): void {
  let asked = 0;
  visit(document, {
    Field: ({ name }) => {
      if (INTROSPECTION.has(name.value)) asked++;
    },
  });
  assertBound('introspection', asked);
  if (asked > 0) assertBound('introspectionAliases', aliases);
}
