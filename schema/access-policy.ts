/**
 * Which credentials an operation requires, and which rate limit counts its calls. A call with a valid credential that is not
 * ignored counts for its agent, or for all operators together. A call without a required credential, or with an invalid one, counts
 * on the limit `anon`.
 */
export type AccessPolicy =
  /** Credentials are ignored. Counted per network. */
  | 'public'
  /** As `public`, and the caller may list agents. Counted per network. */
  | 'siteReader'
  /** Credentials are ignored. Counted as a registration. */
  | 'registration'
  /** A credential is optional. Counted per network without one. */
  | 'anyone'
  /** A valid agent key. */
  | 'agent'
  /** A valid agent key or operator credential. */
  | 'agentOrOperator'
  /** A valid operator credential. */
  | 'operator';
