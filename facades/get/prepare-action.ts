import type { AccessPolicy, DescribeOperation, Parameter } from '../../schema/contract.ts';
import { policyOf } from '../http/binding/access-policy.ts';
import { createContentConverter } from '../http/binding/flatten-connection.ts';
import { withRequestId } from '../http/binding/parameters/idempotency-parameter.ts';
import { mergeParameters, shareView } from '../http/binding/variants.ts';
import type { Action, ActionVariant } from './action.ts';

/** Query parameters that every action takes. */
const COMMON_PARAMETERS = ['key', 'handle', 'format'];

/** A variant with the data that its route derives from its operation. */
export interface PreparedVariant extends ActionVariant {
  readonly parameters: readonly Parameter[];
  readonly toContent: (value: unknown) => object;
}

export interface PreparedAction {
  readonly policy: AccessPolicy;
  readonly variants: readonly PreparedVariant[];
  /** Returns the query with ids under the names that the action has: `thread_id` is the same as `thread`. */
  readonly normalizeNames: (query: URLSearchParams) => URLSearchParams;
  /** The common parameters, except those that the action defines, such as `handle` of `/get/register`. */
  readonly commonParameters: readonly string[];
}

/** Derives the data of the route of an action from its operations. */
export function prepareAction(action: Action, describe: DescribeOperation): PreparedAction {
  const variants = shareView(
    action.variants.map((variant) => {
      const description = describe(variant.operation);
      return {
        ...variant,
        parameters: withRequestId(description),
        toContent: createContentConverter(description),
      };
    }),
  );
  const parameters = mergeParameters(variants);
  const names = new Set(parameters.map(({ wireName }) => wireName));
  return {
    policy: policyOf(action, describe),
    variants,
    normalizeNames: createNameNormalizer(parameters),
    commonParameters: COMMON_PARAMETERS.filter((name) => !names.has(name)),
  };
}

/** Responses name ids in full, `thread_id`, and the contract's parameters are short, `thread`: both are accepted. */
function createNameNormalizer(parameters: readonly Parameter[]): PreparedAction['normalizeNames'] {
  const ids = new Set(
    parameters.filter(({ schema }) => schema['format'] === 'uuid').map(({ wireName }) => wireName),
  );
  const normalize = (name: string): string =>
    [name, `${name}_id`, name.replace(/_id$/, '')].find((each) => ids.has(each)) ?? name;
  return (query) => new URLSearchParams([...query].map(([name, value]) => [normalize(name), value]));
}
