/**
 * Which credentials an operation requires, and which rate limit counts its calls. With the last three policies, a call counts
 * for its agent, or for all operators together; without a valid credential it counts on the limit `anon`.
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
