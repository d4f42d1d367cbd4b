import type { SessionContext } from '../context.ts';
import type { Issue } from '../contract.ts';
import { refuseSecrets } from '../identity/exposed-keys.ts';
import { createKeyReusedError, findFirstUse } from './idempotency.ts';
import { toInputError } from './input-rules.ts';

/**
 * Returns the result of `check` if it has no issues. Rules may depend on the time, so input with a used idempotency key is
 * checked again as of the key's first use: a retry is replayed even if a date in it has passed since.
 *
 * Otherwise throws, in this order: `secret_in_content` if the input has secrets, `idempotency_key_reused` if its key was
 * used, the code of a rule or `validation_failed`.
 */
export async function checkInput<Checked extends { readonly issues: readonly Issue[] }>(
  ctx: SessionContext,
  { operation, input }: { readonly operation: string; readonly input: { readonly idempotencyKey?: unknown } },
  check: (now: Date) => Checked,
): Promise<Checked> {
  const checked = check(ctx.clock.now());
  if (checked.issues.length === 0) return checked;
  await refuseSecrets(ctx, input);
  const firstUse = await findFirstUse(ctx, operation, input.idempotencyKey);
  if (firstUse === undefined) throw toInputError(checked.issues);
  const checkedThen = check(firstUse);
  if (checkedThen.issues.length === 0) return checkedThen;
  throw createKeyReusedError();
}
