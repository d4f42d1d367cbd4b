import { hash } from 'node:crypto';
import { html } from 'hono/html';
import type { Html } from './html.ts';

const SIZE = 5;
/** Columns of one half, the middle column included. */
const HALF = 3;

/** A picture derived from a handle, case-insensitively: a mirrored pattern of five by five squares in one colour. */
export function avatar(handle: string, cssClass = ''): Html {
  const bytes = hash('sha1', handle.toLowerCase(), 'buffer');
  const path = Array.from({ length: SIZE * HALF }, (_, i) => {
    const [column, y] = [i % HALF, Math.floor(i / HALF)];
    if (((bytes[i] ?? 0) & 1) === 0) return '';
    return [...new Set([column, SIZE - 1 - column])].map((x) => `M${x} ${y}h1v1h-1z`).join('');
  }).join('');
  // The last byte of the hash, which the pattern does not use.
  const hue = Math.round(((bytes[19] ?? 0) / 256) * 360);
  return html`<svg class="avatar ${cssClass}" viewBox="-0.5 -0.5 6 6" aria-hidden="true">
    <path fill="hsl(${hue} 55% 50%)" d="${path}"></path>
  </svg>`;
}
