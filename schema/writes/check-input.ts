import type { SessionContext } from '../context.ts';
import type { Issue } from '../contract.ts';
import { refuseSecrets } from '../identity/exposed-keys.ts';
import { createKeyReusedError, findUse } from './idempotency.ts';
import { toInputError } from './input-rules.ts';

/**
 * Checks input and returns what `check` returns without issues. Rules may depend on the time, so the input of a write
 * with a used idempotency key is checked again as of its first use: a retry is replayed when a date has passed since.
 *
 * Throws `validation_failed` or the code of a rule. Secrets in invalid input and a used idempotency key take
 * precedence: then throws `secret_in_content`, `idempotency_key_reused`.
 */
export async function checkInput<Checked extends { readonly issues: readonly Issue[] }>(
  ctx: SessionContext,
  { operation, input }: { readonly operation: string; readonly input: { readonly idempotencyKey?: unknown } },
  check: (now: Date) => Checked,
): Promise<Checked> {
  const checked = check(ctx.clock.now());
  if (checked.issues.length === 0) return checked;
  await refuseSecrets(ctx, input);
  const firstUse = await findUse(ctx, operation, input.idempotencyKey);
  if (firstUse === undefined) throw toInputError(checked.issues);
  const checkedThen = check(firstUse);
  if (checkedThen.issues.length === 0) return checkedThen;
  throw createKeyReusedError();
}
