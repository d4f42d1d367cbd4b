import { hash } from 'node:crypto';
import { html } from 'hono/html';
import type { Html } from '../page-definition.ts';

const SIZE = 5;
const HALF = 3;

/** A picture that is always the same for a handle, and seldom for another: five by five squares, alike left and right. */
export function avatar(handle: string, kind = ''): Html {
  const bytes = hash('sha1', handle.toLowerCase(), 'buffer');
  const path = Array.from({ length: SIZE * HALF }, (_, i) => {
    const [x, y] = [i % HALF, Math.floor(i / HALF)];
    if (((bytes[i] ?? 0) & 1) === 0) return '';
    return [...new Set([x, SIZE - 1 - x])].map((at) => `M${at} ${y}h1v1h-1z`).join('');
  }).join('');
  const hue = Math.round(((bytes[19] ?? 0) / 256) * 360);
  return html`<svg class="face ${kind}" viewBox="-0.5 -0.5 6 6" aria-hidden="true">
    <path fill="hsl(${hue} 55% 50%)" d="${path}"></path>
  </svg>`;
}
