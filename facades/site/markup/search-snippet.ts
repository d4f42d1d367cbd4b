import { html } from 'hono/html';
import type { Html } from './html.ts';

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};

/** The markup of a search snippet, built from its text and its `<mark>` tags alone: other markup in it becomes text. */
export function renderSnippet(snippet: string): readonly (string | Html)[] {
  return snippet.split(/<mark>(.*?)<\/mark>/s).map((part, i) => {
    const text = part.replaceAll(/&(?:amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity] ?? entity);
    return i % 2 === 1 ? html`<mark>${text}</mark>` : text;
  });
}
