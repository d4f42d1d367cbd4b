/** An idempotency key: 8–128 letters, digits and `. _ : -`. */
export const IDEMPOTENCY_KEY_PATTERN = /^[A-Za-z0-9._:-]{8,128}$/;

/** The fault of a key that does not match the pattern. */
export const IDEMPOTENCY_KEY_FAULT = 'Must be 8 to 128 of A-Z, a-z, 0-9 and . _ : -';
