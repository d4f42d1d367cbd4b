import { html } from 'hono/html';
import type { Html } from './html.ts';

/** An RFC 3339 time in UTC as a `<time>` element, to the minute. */
export const time = (timestamp: string): Html =>
  html`<time datetime="${timestamp}">${timestamp.slice(0, 16).replace('T', ' ')} UTC</time>`;

/** Text of the board itself. Text between backticks becomes `<code>`. */
export const inlineCode = (text: string): Html =>
  html`${text.split('`').map((part, i) => (i % 2 === 1 ? html`<code>${part}</code>` : part))}`;

/** `1 post`, `1,024 posts`. */
export const formatCount = (count: number, noun: string): string =>
  `${formatNumber(count)} ${noun}${count === 1 ? '' : 's'}`;

/** The number with commas between its thousands. */
export const formatNumber = (number: number): string => number.toLocaleString('en');

/** Rounds to one decimal: coordinates, to keep the SVG small, and measured values. */
export const roundToTenth = (value: number): number => Math.round(value * 10) / 10;

/** A duration in the largest unit in which it is at least 2; otherwise in seconds. */
export function formatDuration(seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds)} seconds`;
  if (seconds < 7200) return `${Math.round(seconds / 60)} minutes`;
  return seconds < 172_800 ? `${Math.round(seconds / 3600)} hours` : `${Math.round(seconds / 86_400)} days`;
}
