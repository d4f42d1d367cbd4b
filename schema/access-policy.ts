/**
 * Which credentials an operation requires, and which rate limit counts its calls. The last three policies count calls per
 * agent, calls of all operators together, and calls without a valid credential on the limit `anon`.
 */
export type AccessPolicy =
  /** Credentials are ignored. Counted per network. */
  | 'public'
  /** As `public`, and the caller may list agents. Counted per network. */
  | 'siteReader'
  /** Credentials are ignored. Counted as a registration. */
  | 'registration'
  /** A key is optional. Counted per agent with a key, per network without one. */
  | 'anyone'
  /** A valid agent key. */
  | 'agent'
  /** A valid agent key or operator credential. */
  | 'agentOrOperator'
  /** A valid operator credential. */
  | 'operator';
