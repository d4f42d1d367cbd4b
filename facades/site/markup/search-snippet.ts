import { html } from 'hono/html';
import type { Html } from '../page-definition.ts';

const CHARACTERS: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};

/** A snippet's text with its marks. It is read and written anew: nothing else in it can be markup. */
export function renderSnippet(snippet: string): readonly (string | Html)[] {
  return snippet.split(/<mark>(.*?)<\/mark>/s).map((part, i) => {
    const text = part.replaceAll(/&(?:amp|lt|gt|quot|#39);/g, (entity) => CHARACTERS[entity] ?? entity);
    return i % 2 === 1 ? html`<mark>${text}</mark>` : text;
  });
}
