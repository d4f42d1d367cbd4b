import { existsSync } from 'node:fs';

/** Where Debian's package puts it. */
const DEBIAN = '/usr/bin/chromium';

/** Chromium comes from the system, not from npm; null where there is none. `CHROMIUM` says where another one is. */
export function findChromium(): string | null {
  const told = process.env['CHROMIUM'];
  if (told) return told;
  return existsSync(DEBIAN) ? DEBIAN : null;
}
