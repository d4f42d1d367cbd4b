// A Pothos plugin: the option `validate` of an argument or input field sets its bounds. All issues of a field's arguments
// are reported together.
import SchemaBuilder, {
  BasePlugin,
  type FieldRequiredness,
  type InputShapeFromTypeParam,
  type InputType,
  type PothosInputFieldConfig,
  type PothosOutputFieldConfig,
  type SchemaTypes,
} from '@pothos/core';
import type { GraphQLField, GraphQLResolveInfo } from 'graphql';
import type { z } from 'zod';
import { BoardError, type Variables } from '../contract.ts';
import { createArgumentsValidator, validate } from '../documents/input-validators.ts';
import type { WireForm } from '../documents/wire-form.ts';

const NAME = 'validation';

declare global {
  namespace PothosSchemaTypes {
    interface Plugins<Types extends SchemaTypes> {
      [NAME]: ValidationPlugin<Types>;
    }
    interface InputFieldOptions<
      Types extends SchemaTypes = SchemaTypes,
      Type extends InputType<Types> | [InputType<Types>] = InputType<Types> | [InputType<Types>],
      Req extends FieldRequiredness<Type> = FieldRequiredness<Type>,
    > {
      /** Validates and normalizes the value. The resolver receives the output of this Zod schema: trimmed, in NFC, … */
      validate?: z.ZodType<InputShapeFromTypeParam<Types, Type, Req>>;
      /** The value in interfaces other than GraphQL, if it has another form there. */
      wire?: WireForm;
    }
  }
}

class ValidationPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override onInputFieldConfig(config: PothosInputFieldConfig<Types>): PothosInputFieldConfig<Types> {
    const { validate, wire } = config.pothosOptions as { validate?: z.ZodType; wire?: WireForm };
    const extensions = { ...config.extensions, ...(validate && { validate }), ...(wire && { wire }) };
    return { ...config, extensions };
  }

  override onOutputFieldConfig(config: PothosOutputFieldConfig<Types>): PothosOutputFieldConfig<Types> {
    // A write validates its input itself, after it has checked access.
    if (Object.keys(config.args).length === 0 || config.parentType === 'Mutation') return config;
    const argMappers = [
      ...config.argMappers,
      (args: Record<string, unknown>, _ctx: object, info: unknown) =>
        readArguments(args, info as GraphQLResolveInfo),
    ];
    return { ...config, argMappers };
  }
}

SchemaBuilder.registerPlugin(NAME, ValidationPlugin);

/** Name of the plugin, for the builder. */
export const validationPlugin = NAME;

const validators = new WeakMap<GraphQLField<unknown, unknown>, z.ZodType<Variables>>();

/** Validates the arguments of a field and returns them normalized. Throws `validation_failed`. */
function readArguments(args: Variables, info: GraphQLResolveInfo): Variables {
  const knownError = errorsByExecution.get(info.variableValues)?.get(info.fieldNodes);
  if (knownError) throw knownError;
  const { value, issues } = checkArguments(args, info);
  if (issues.length === 0) return value;
  const error = new BoardError('validation_failed', 'The request fails validation', { issues });
  rememberError(error, info);
  throw error;
}

type FieldErrors = WeakMap<GraphQLResolveInfo['fieldNodes'], BoardError>;

const errorsByExecution = new WeakMap<GraphQLResolveInfo['variableValues'], FieldErrors>();

/**
 * Keeps the error of a field's arguments for this execution, identified by its `variableValues` object. A field of many
 * list items has the same arguments for each item: after the first failure they are not validated again.
 */
function rememberError(error: BoardError, { variableValues, fieldNodes }: GraphQLResolveInfo): void {
  const errors = errorsByExecution.get(variableValues) ?? new WeakMap();
  errorsByExecution.set(variableValues, errors.set(fieldNodes, error));
}

/** Validates the arguments of a field. Returns them normalized, or unchanged with all issues. */
export function checkArguments(
  args: Variables,
  info: GraphQLResolveInfo,
): ReturnType<typeof validate<Variables>> {
  const field = info.parentType.getFields()[info.fieldName] as GraphQLField<unknown, unknown>;
  const validator = validators.get(field) ?? createArgumentsValidator(field.args);
  validators.set(field, validator);
  return validate(validator, args);
}
