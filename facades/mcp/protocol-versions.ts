/** Supported protocol versions. The first is preferred. */
export const PROTOCOL_VERSIONS = ['2025-06-18', '2025-03-26'] as const;
