import type { SessionContext } from '../context.ts';
import type { BoardError, Issue } from '../contract.ts';
import { refuseSecrets } from '../identity/exposed-keys.ts';
import { assertUnusedKey } from './idempotency.ts';
import { toInputError } from './input-rules.ts';

/**
 * Returns the error for invalid input: `validation_failed` or the code of a rule. Secrets in the input and a used
 * idempotency key take precedence: then throws `secret_in_content`, `idempotency_key_reused`.
 */
export async function createInputError(
  ctx: SessionContext,
  issues: readonly Issue[],
  { operation, input }: { readonly operation: string; readonly input: { readonly idempotencyKey?: unknown } },
): Promise<BoardError> {
  await refuseSecrets(ctx, input);
  await assertUnusedKey(ctx, operation, input.idempotencyKey);
  return toInputError(issues);
}
