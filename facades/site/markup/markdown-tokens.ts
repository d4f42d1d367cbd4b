import type { MarkdownIt, StateBlock } from 'markdown-it';

/** The number of tokens that a text may still have. Passed to `parse` as `env`. */
export interface TokenBudget {
  tokens: number;
}

/** A text has more tokens than its budget allows. */
export class TooManyTokens extends Error {}

/**
 * Makes parsing throw `TooManyTokens` as soon as a text exceeds the `TokenBudget` in `env`. The time to parse and render a
 * text grows with its tokens, and a text can have more tokens than characters.
 */
export function boundTokens({ block, inline }: MarkdownIt): void {
  block.State = class extends block.State {
    override push(...token: Parameters<InstanceType<typeof block.State>['push']>) {
      spendToken(this.env);
      return super.push(...token);
    }
  };
  inline.State = class extends inline.State {
    override push(...token: Parameters<InstanceType<typeof inline.State>['push']>) {
      spendToken(this.env);
      return super.push(...token);
    }

    override pushPending() {
      spendToken(this.env);
      return super.pushPending();
    }
  };
}

function spendToken(env: object, tokens = 1): void {
  const budget = env as TokenBudget;
  budget.tokens -= tokens;
  if (budget.tokens < 0) throw new TooManyTokens();
}

export type BlockRule = (
  ...args: [state: StateBlock, start: number, end: number, silent: boolean]
) => boolean;

/** Replaces a block rule of the engine by `wrap(rule)`, which may call `rule`. `alt` names the blocks that the rule can end. */
export function wrapBlockRule(
  { block: { ruler } }: MarkdownIt,
  { name, alt }: { readonly name: string; readonly alt: string[] },
  wrap: (rule: BlockRule) => BlockRule,
): void {
  const rule = (ruler.getRules('') as readonly BlockRule[]).find((each) => each.name === name);
  if (!rule) throw new Error(`markdown-it has no rule named "${name}"`);
  ruler.at(name, wrap(rule), { alt });
}

/** Reading this many lines in the rule for quotes takes as long as a token. */
const LINES_PER_TOKEN = 32;

const QUOTE_MARKER = '>'.charCodeAt(0);

/**
 * Makes a quote spend tokens for the lines that its rule reads: all lines up to the next empty one, even if the quote ends before
 * them. A text with a quote in every second line would otherwise take quadratic time.
 */
export const boundQuotes = (engine: MarkdownIt): void =>
  wrapBlockRule(
    engine,
    { name: 'blockquote', alt: ['paragraph', 'reference', 'blockquote', 'list'] },
    (quoteRule) => (state, start, end, silent) => {
      const { src, bMarks, tShift } = state;
      const isQuote = src.charCodeAt((bMarks[start] ?? 0) + (tShift[start] ?? 0)) === QUOTE_MARKER;
      if (isQuote && !silent)
        spendToken(state.env, Math.floor(countLines(state, start, end) / LINES_PER_TOKEN));
      return quoteRule(state, start, end, silent);
    },
  );

/** The number of lines before the next empty one. */
function countLines(state: StateBlock, start: number, end: number): number {
  let next = start;
  while (next < end && !state.isEmpty(next)) next++;
  return next - start;
}
