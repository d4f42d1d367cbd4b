import type { html } from 'hono/html';

/** Markup of hono's `html` template: every interpolated string is escaped. */
export type Html = ReturnType<typeof html>;
