// The fields of a caller's document that are still being resolved. If a field that cannot be null fails, GraphQL returns the result
// at once, while other fields continue to read (decision 0071).
import SchemaBuilder, { BasePlugin, type PothosOutputFieldConfig, type SchemaTypes } from '@pothos/core';
import { defaultFieldResolver, type GraphQLFieldResolver } from 'graphql';
import type { Context } from '../context.ts';
import { endOfIteration } from '../data/shared-read.ts';

const NAME = 'runningFields';

declare global {
  namespace PothosSchemaTypes {
    interface Plugins<Types extends SchemaTypes> {
      [NAME]: RunningFieldsPlugin<Types>;
    }
  }
}

/** Counts the fields of one execution that are being resolved. */
export class RunningFields {
  #count = 0;
  #onEnd = (): void => undefined;

  add(field: Promise<unknown>): void {
    this.#count += 1;
    const end = () => {
      this.#count -= 1;
      if (this.#count === 0) this.#onEnd();
    };
    field.then(end, end);
  }

  /** Resolves when no field is being resolved. */
  async ended(): Promise<void> {
    // The fields of an object begin after the field that has read the object has ended, in the same iteration of the event loop.
    await endOfIteration();
    if (this.#count === 0) return;
    await new Promise<void>((resolve) => (this.#onEnd = resolve));
    await this.ended();
  }
}

/** Adds each field whose resolver returns a promise to the `runningFields` of the context. */
class RunningFieldsPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override wrapResolve(
    resolve: GraphQLFieldResolver<unknown, Types['Context'], object>,
    _config: PothosOutputFieldConfig<Types>,
  ): GraphQLFieldResolver<unknown, Types['Context'], object> {
    if (resolve === defaultFieldResolver) return resolve;
    return (parent, args, context, info) => {
      const value = resolve(parent, args, context, info);
      if (value instanceof Promise) (context as Context).runningFields?.add(value);
      return value;
    };
  }
}

SchemaBuilder.registerPlugin(NAME, RunningFieldsPlugin);

/** Name of the plugin, for the builder. */
export const runningFieldsPlugin = NAME;
