import type { MarkdownIt } from 'markdown-it';

/** What is left of the tokens that a text may be parsed into. */
export interface TokenBudget {
  tokens: number;
}

/** A text has more tokens than it may have. */
export class TooManyTokens extends Error {}

/**
 * Bounds the tokens of a text, given as `env` with it: the time to parse and render a text grows with them, and a text
 * can have more tokens than characters. Parsing throws `TooManyTokens` as soon as there are too many.
 */
export function boundTokens({ block, inline }: MarkdownIt): void {
  block.State = class extends block.State {
    override push(...token: Parameters<InstanceType<typeof block.State>['push']>) {
      spend(this.env);
      return super.push(...token);
    }
  };
  inline.State = class extends inline.State {
    override push(...token: Parameters<InstanceType<typeof inline.State>['push']>) {
      spend(this.env);
      return super.push(...token);
    }

    override pushPending() {
      spend(this.env);
      return super.pushPending();
    }
  };
}

function spend(env: object): void {
  const budget = env as TokenBudget;
  budget.tokens -= 1;
  if (budget.tokens < 0) throw new TooManyTokens();
}
