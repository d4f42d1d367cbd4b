// A Pothos plugin: `validate` on an argument or input field bounds it, and all faults of a call are told at once.
import SchemaBuilder, {
  BasePlugin,
  type FieldRequiredness,
  type InputType,
  type PothosInputFieldConfig,
  type PothosOutputFieldConfig,
  type SchemaTypes,
} from '@pothos/core';
import type { GraphQLField, GraphQLResolveInfo } from 'graphql';
import type { z } from 'zod';
import { BoardError, type Issue } from '../contract.ts';
import { createArgumentsValidator, toIssues } from '../documents/input-validators.ts';

const NAME = 'bounds';

declare global {
  // eslint-disable-next-line @typescript-eslint/no-namespace -- how Pothos plugins say what they add
  namespace PothosSchemaTypes {
    interface Plugins<Types extends SchemaTypes> {
      [NAME]: BoundsPlugin<Types>;
    }
    interface InputFieldOptions<
      Types extends SchemaTypes = SchemaTypes,
      Type extends InputType<Types> | [InputType<Types>] = InputType<Types> | [InputType<Types>],
      // eslint-disable-next-line @typescript-eslint/no-unused-vars -- declarations merge where their parameters are the same
      Req extends FieldRequiredness<Type> = FieldRequiredness<Type>,
    > {
      /** Bounds of the value. What the schema puts out is what the resolver gets: trimmed, in NFC, … */
      validate?: z.ZodType;
    }
  }
}

class BoundsPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override onInputFieldConfig(config: PothosInputFieldConfig<Types>): PothosInputFieldConfig<Types> {
    const { validate } = config.pothosOptions as { validate?: z.ZodType };
    return validate ? { ...config, extensions: { ...config.extensions, validate } } : config;
  }

  override onOutputFieldConfig(config: PothosOutputFieldConfig<Types>): PothosOutputFieldConfig<Types> {
    // A write reads its input itself, once it has admitted its caller.
    if (Object.keys(config.args).length === 0 || config.parentType === 'Mutation') return config;
    const argMappers = [
      ...config.argMappers,
      (args: Record<string, unknown>, _ctx: object, info: unknown) =>
        readArguments(args, info as GraphQLResolveInfo),
    ];
    return { ...config, argMappers };
  }
}

SchemaBuilder.registerPlugin(NAME, BoundsPlugin);

/** Name of the plugin, for the builder. */
export const validationPlugin = NAME;

const validators = new WeakMap<GraphQLField<unknown, unknown>, z.ZodType<Record<string, unknown>>>();

/** Where a document is only weighed, and no field is resolved, there is nothing to say of its arguments yet. */
const isWeighed = (info: Partial<GraphQLResolveInfo>): boolean => info.parentType === undefined;

/** Reads the arguments of a field within their bounds. Throws `validation_failed`. */
export function readArguments(
  args: Readonly<Record<string, unknown>>,
  info: GraphQLResolveInfo,
): Record<string, unknown> {
  if (isWeighed(info)) return args;
  const known = refusalsOf(info);
  const earlier = known.get(info.fieldNodes);
  if (earlier) throw earlier;
  const { read, issues } = checkArguments(args, info);
  if (issues.length === 0) return read;
  const refusal = new BoardError('validation_failed', 'The input is outside its bounds', { issues });
  known.set(info.fieldNodes, refusal);
  throw refusal;
}

type Refusals = WeakMap<GraphQLResolveInfo['fieldNodes'], BoardError>;

const refusals = new WeakMap<GraphQLResolveInfo['variableValues'], Refusals>();

/**
 * What the arguments of fields were refused with in this execution, which has variable values of its own. A field of
 * each record of a list has the same arguments: they are refused once, not for each record.
 */
function refusalsOf({ variableValues }: GraphQLResolveInfo): Refusals {
  const known = refusals.get(variableValues) ?? new WeakMap();
  refusals.set(variableValues, known);
  return known;
}

/** The arguments of a field, read, or as they came together with all that is wrong with them. */
export function checkArguments(
  args: Readonly<Record<string, unknown>>,
  info: GraphQLResolveInfo,
): { readonly read: Record<string, unknown>; readonly issues: readonly Issue[] } {
  const field = info.parentType.getFields()[info.fieldName] as GraphQLField<unknown, unknown>;
  const validator = validators.get(field) ?? createArgumentsValidator(field.args);
  validators.set(field, validator);
  const result = validator.safeParse(args, { reportInput: true });
  return result.success ? { read: result.data, issues: [] } : { read: args, issues: toIssues(result.error) };
}
