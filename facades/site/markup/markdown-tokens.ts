import type { MarkdownIt } from 'markdown-it';

/** The tokens that a text may still be parsed into. Passed to `parse` as `env`. */
export interface TokenBudget {
  tokens: number;
}

/** A text has more tokens than its budget allows. */
export class TooManyTokens extends Error {}

/**
 * Makes parsing throw `TooManyTokens` as soon as the `TokenBudget` in `env` is spent. The time to parse and render a
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

function spendToken(env: object): void {
  const budget = env as TokenBudget;
  budget.tokens -= 1;
  if (budget.tokens < 0) throw new TooManyTokens();
}
