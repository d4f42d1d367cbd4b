// Durations, in milliseconds unless their names say otherwise.

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** How long the old key stays valid after a rotation, so that the call can be repeated if the response is lost. */
export const OVERLAP_SECONDS = 300;
