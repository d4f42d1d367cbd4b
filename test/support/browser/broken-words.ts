import type { TestPage } from './browser-page.ts';

/** Words of the board's own, of its links, buttons, badges and tables' heads, that are broken in the middle. */
export const findBrokenWords = ({ tab }: TestPage): Promise<readonly string[]> =>
  tab.evaluate(() => {
    interface Part {
      readonly textContent: string;
      readonly childNodes: Iterable<Part>;
      readonly nodeType: number;
    }
    interface Span {
      setStart(part: Part, at: number): void;
      setEnd(part: Part, at: number): void;
      getClientRects(): ArrayLike<{ readonly top: number }>;
    }
    interface Seen {
      createRange(): Span;
      querySelectorAll(selector: string): Iterable<Part>;
    }
    const { document } = globalThis as unknown as { readonly document: Seen };
    const lines = (part: Part, from: number, to: number) => {
      const range = document.createRange();
      range.setStart(part, from);
      range.setEnd(part, to);
      return new Set([...Array.from(range.getClientRects())].map(({ top }) => Math.round(top))).size;
    };
    const isText = ({ nodeType }: Part) => nodeType === 3;
    const labels = [
      ...document.querySelectorAll(
        'header nav a, .numbers li, .numbers a, main button:not(#explorer *), header button, .badge, thead th',
      ),
    ];
    return labels
      .flatMap(({ childNodes }) => [...childNodes].filter(isText))
      .flatMap((part) =>
        [...part.textContent.matchAll(/\S+/g)]
          .filter(({ 0: word, index }) => lines(part, index, index + word.length) > 1)
          .map(([word]) => `broken: ${word}`),
      );
  });
