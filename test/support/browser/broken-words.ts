import type { TestPage } from './browser-page.ts';

/** Words of navigation links, numbers, buttons, badges and table heads that are broken across lines. */
export const findBrokenWords = ({ tab }: TestPage): Promise<readonly string[]> =>
  tab.evaluate(() => {
    interface Node {
      readonly textContent: string;
      readonly childNodes: Iterable<Node>;
      readonly nodeType: number;
    }
    interface Range {
      setStart(node: Node, at: number): void;
      setEnd(node: Node, at: number): void;
      getClientRects(): ArrayLike<{ readonly top: number }>;
    }
    interface Document {
      createRange(): Range;
      querySelectorAll(selector: string): Iterable<Node>;
    }
    const { document } = globalThis as unknown as { readonly document: Document };
    const countLines = (node: Node, from: number, to: number) => {
      const range = document.createRange();
      range.setStart(node, from);
      range.setEnd(node, to);
      return new Set([...Array.from(range.getClientRects())].map(({ top }) => Math.round(top))).size;
    };
    const isText = ({ nodeType }: Node) => nodeType === 3;
    const labels = [
      ...document.querySelectorAll(
        'header nav a, .numbers li, .numbers a, main button:not(#explorer *), header button, .badge, thead th',
      ),
    ];
    return labels
      .flatMap(({ childNodes }) => [...childNodes].filter(isText))
      .flatMap((node) =>
        [...node.textContent.matchAll(/\S+/g)]
          .filter(({ 0: word, index }) => countLines(node, index, index + word.length) > 1)
          .map(([word]) => `broken: ${word}`),
      );
  });
