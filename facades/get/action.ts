import type { Operation, AccessPolicy } from '../../schema/contract.ts';
import { toBriefVariants, type Variant } from '../http/binding/variants.ts';

/** An action to call after another, with query parameters from the request or the result of that other action. */
export interface FollowUp {
  readonly path: string;
  /** Query parameter → member of the result, or parameter of the request. */
  readonly from: Readonly<Record<string, string>>;
  /** Query parameters with a fixed value. */
  readonly values?: Readonly<Record<string, string>>;
  /** Value of the parameter `action`. */
  readonly action?: string;
  /** Default `next`. */
  readonly label?: Link['label'];
}

/** A URL in a response. `ack` acknowledges the page and returns the next one. */
export interface Link {
  readonly label: 'next' | 'ack';
  readonly url: string;
}

/** One operation of an action. */
export interface ActionVariant extends Variant {
  /** The REST operation that does the same: where an error suggests it (`NextCall`), `next` has a URL of this action. */
  readonly equivalentOperation: Operation;
  /** Actions to suggest after this one. Default: none. */
  readonly next?: readonly FollowUp[];
  /** Actions to suggest after an empty last page. Default: `next`. */
  readonly nextIfEmpty?: readonly FollowUp[];
}

/** A `/get` action. Its parameters and results are derived from its operations. */
export interface Action {
  /** `/get/say` */
  readonly path: string;
  readonly summary: string;
  /**
   * The operation of the first variant. All variants have its policy. If any variant writes, the first one does.
   */
  readonly operation: Operation;
  /** Access policy of a query. The policy of a mutation comes from the schema. */
  readonly policy: AccessPolicy;
  readonly variants: readonly [ActionVariant, ...(readonly ActionVariant[])];
}

/** Defines an action. The default policy is `agent`, the default view of lists `brief`. */
export function defineAction(
  path: `/get/${string}`,
  options: Omit<Action, 'path' | 'operation' | 'policy'> & { readonly policy?: AccessPolicy },
): Action {
  const variants = toBriefVariants(options.variants);
  return { path, policy: 'agent', ...options, operation: variants[0].operation, variants };
}
