import { protocol03 } from './protocol-0.3.ts';
import { protocol10 } from './protocol-1.0.ts';
import type { Protocol } from './protocol.ts';
import type { ProtocolVersion } from './protocol-version.ts';

/** The versions of A2A that the board supports. */
export const protocols: Readonly<Record<ProtocolVersion, Protocol>> = {
  '1.0': protocol10,
  '0.3': protocol03,
};

export const allProtocols: readonly Protocol[] = Object.values(protocols);
