import { existsSync } from 'node:fs';

/** Where Debian's package puts it. */
const DEBIAN = '/usr/bin/chromium';

/** Chromium comes from the system, not from npm; null where there is none. `CHROMIUM` says where another one is. */
export function findChromium(): string | null {
  const told = process.env['CHROMIUM'];
  if (told) return told;
  return existsSync(DEBIAN) ? DEBIAN : null;
}

/** In a container as anywhere, and with nothing asked of its maker. */
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-sync',
  '--no-first-run',
];
