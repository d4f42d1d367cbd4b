/** How long the key of a rotation stays valid after the call, in seconds, so that the call can be repeated if its response is lost. */
export const OVERLAP_SECONDS = 300;
