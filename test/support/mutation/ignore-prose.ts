// A plugin of StrykerJS that excludes texts for readers from mutation.

/** The part of a Babel node that this plugin reads. */
interface Node {
  readonly type: string;
  readonly value?: unknown;
  readonly quasis?: readonly { readonly value: { readonly raw: string } }[];
}

const hasWords = (text: string): boolean => /[a-z`”,;:.] [\w“(]/i.test(text);

/** Returns the reason to ignore a description, error detail or advice: a test would only repeat the text. */
function shouldIgnore({ node }: { readonly node: Node }): string | undefined {
  const texts = [node.value, ...(node.quasis ?? []).map(({ value }) => value.raw)];
  const isText = node.type === 'StringLiteral' || node.type === 'TemplateLiteral';
  return isText && texts.some((text) => typeof text === 'string' && hasWords(text))
    ? 'a text for readers'
    : undefined;
}

export const strykerPlugins = [{ kind: 'Ignore', name: 'prose', value: { shouldIgnore } }];
