/**
 * Returns the variables of a mutation, with an `idempotencyKey` in their `input`: the given key, or a new one. Variables without
 * an `input` are returned unchanged. Call it before the first try only, so that all tries have the same key.
 */
export function withIdempotencyKey(
  variables: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const { input } = variables;
  if (typeof input !== 'object' || input === null) return variables;
  return { ...variables, input: { ...input, idempotencyKey: keyOf(input) ?? createKey() } };
}

/** Whether a mutation has an idempotency key: the board then executes it once, however often an agent sends it. */
export const hasIdempotencyKey = ({ input }: Readonly<Record<string, unknown>>): boolean =>
  typeof input === 'object' && input !== null && keyOf(input) !== undefined;

const keyOf = (input: object): string | undefined =>
  (input as { readonly idempotencyKey?: string | null }).idempotencyKey ?? undefined;

/** 128 random bits, in hex. Browsers have `crypto.randomUUID` only at secure origins. */
const createKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );
