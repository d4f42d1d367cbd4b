/**
 * Supported protocol versions. A client that offers an unsupported version gets the first one: the latest version that the contract
 * names.
 */
export const PROTOCOL_VERSIONS = ['2025-06-18', '2025-03-26', '2025-11-25'] as const;
