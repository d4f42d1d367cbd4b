// If only the total of a connection is selected, its page is neither read nor charged (decision 0042).
import SchemaBuilder, { BasePlugin, type PothosOutputFieldConfig, type SchemaTypes } from '@pothos/core';
import {
  getNamedType,
  type GraphQLFieldResolver,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
} from 'graphql';
import { collectSubfields } from 'graphql/execution/collectFields.js';
import type { Context } from '../context.ts';

const NAME = 'totalsOnly';

declare global {
  namespace PothosSchemaTypes {
    interface Plugins<Types extends SchemaTypes> {
      [NAME]: TotalsOnlyPlugin<Types>;
    }
  }
}

/** Connections whose total is read without a page: all their resolvers use `readPageRows`. Others always read their pages. */
export const COUNTED_ALONE: ReadonlySet<string> = new Set([
  'AnswerConnection',
  'ChannelConnection',
  'FactConnection',
  'InquiryConnection',
  'PostConnection',
  'ReportConnection',
  'ReviewConnection',
  'SignalConnection',
  'SubmissionConnection',
  'TargetConnection',
  'ThreadConnection',
  'WorkPacketConnection',
]);

/** The fields of a connection that show its count. */
export const COUNT_FIELDS: ReadonlySet<string> = new Set(['totalCount', 'totalCountIsExact']);

/** Sets `isTotalOnly` in the context of the resolvers that return a connection of `COUNTED_ALONE`. */
class TotalsOnlyPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override wrapResolve(
    resolve: GraphQLFieldResolver<unknown, Types['Context'], object>,
    { type }: PothosOutputFieldConfig<Types>,
  ): GraphQLFieldResolver<unknown, Types['Context'], object> {
    if (type.kind !== 'Object') return resolve;
    const { name } = this.builder.configStore.getTypeConfig(type.ref);
    if (!COUNTED_ALONE.has(name)) return resolve;
    return (parent, args, context, info) =>
      resolve(
        parent,
        args,
        selectsOnlyTotal(context as Context, info) ? withTotalOnly(context) : context,
        info,
      );
  }
}

/** Derives a context. A copy would read the properties of the caller, and a response that reads them is not shared. */
const withTotalOnly = <Values extends object>(context: Values): Values =>
  Object.create(context, { isTotalOnly: { value: true } }) as Values;

SchemaBuilder.registerPlugin(NAME, TotalsOnlyPlugin);

/** Name of the plugin, for the builder. */
export const totalsOnlyPlugin = NAME;

type KnownFields = WeakMap<GraphQLResolveInfo['fieldNodes'], boolean>;

/** Results of `selectsOnlyTotal` for each execution (identified by `variableValues`): a field of many parents is examined once. */
const knownFieldsByExecution = new WeakMap<GraphQLResolveInfo['variableValues'], KnownFields>();

/** Whether a caller's document selects only the count of a connection. Fixed documents, which reserve no points, select pages. */
function selectsOnlyTotal({ reservedPoints }: Context, info: GraphQLResolveInfo): boolean {
  if (reservedPoints === 0) return false;
  const known: KnownFields = knownFieldsByExecution.get(info.variableValues) ?? new WeakMap();
  knownFieldsByExecution.set(info.variableValues, known);
  const isKnown = known.get(info.fieldNodes);
  if (isKnown !== undefined) return isKnown;
  const { schema, fragments, variableValues, fieldNodes } = info;
  const type = getNamedType(info.returnType) as GraphQLObjectType;
  const fields = collectSubfields(schema, fragments, variableValues, type, fieldNodes);
  const names = [...fields.values()].map(([node]) => node?.name.value ?? '');
  const isTotalOnly = names.every((name) => COUNT_FIELDS.has(name) || name === '__typename');
  known.set(fieldNodes, isTotalOnly);
  return isTotalOnly;
}
