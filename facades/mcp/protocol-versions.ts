/** Supported protocol versions. A client that offers another one gets the first, the latest that the contract names. */
export const PROTOCOL_VERSIONS = ['2025-06-18', '2025-03-26', '2025-11-25'] as const;
