import type { BrowserContext, Page, Request } from 'playwright-core';
import { vi } from 'vitest';

/** How long the browser may take to say what it has to. */
const PATIENCE = { timeout: 5000, interval: 20 };

/** How a page is looked at. */
export interface PageOptions {
  readonly phone?: boolean;
  readonly dark?: boolean;
  /** False in a browser whose owner has turned scripts off. */
  readonly scripts?: boolean;
  /** False where the page's own policy is taken away, so that it hides nothing that markup alone must bear. */
  readonly policy?: boolean;
}

interface Surroundings {
  readonly api: string;
  readonly site: string;
  /** What was asked of anybody outside. */
  readonly asked: string[];
}

/** A page in a browser of its own. Letting go of it fails where there was anything to complain of. */
export class TestPage implements AsyncDisposable {
  readonly tab: Page;
  readonly #complaints: string[] = [];
  readonly #context: BrowserContext;
  readonly #surroundings: Surroundings;

  private constructor(context: BrowserContext, tab: Page, surroundings: Surroundings) {
    this.#context = context;
    this.tab = tab;
    this.#surroundings = surroundings;
  }

  static async open(context: BrowserContext, surroundings: Surroundings): Promise<TestPage> {
    await context.addInitScript(announce);
    const page = new TestPage(context, await context.newPage(), surroundings);
    page.#listen();
    return page;
  }

  /** Goes to a path of the site, as if it was typed; gives the status of the answer. */
  async visit(path: string): Promise<number> {
    const response = await this.tab.goto(new URL(path, this.#surroundings.site).href);
    return response?.status() ?? 0;
  }

  get path(): string {
    const { pathname, search } = new URL(this.tab.url());
    return `${pathname}${search}`;
  }

  /** What there was to say: messages, errors, failed requests, requests to elsewhere, breaches of the policy. */
  get problems(): readonly string[] {
    return [...new Set([...this.#complaints, ...this.#surroundings.asked])];
  }

  /** Waits for a complaint that a test expects, and takes back all that are like it. */
  async expectProblem(pattern: RegExp): Promise<void> {
    await vi.waitFor(() => {
      if (!this.problems.some((complaint) => pattern.test(complaint)))
        throw new Error(`there was no complaint like ${pattern}`);
    }, PATIENCE);
    const others = this.problems.filter((complaint) => !pattern.test(complaint));
    this.#surroundings.asked.length = 0;
    this.#complaints.splice(0, Infinity, ...others);
  }

  /** Throws where there was anything to complain of since it was last asked. */
  async assertNoProblems(): Promise<void> {
    // Comes back after all that has happened before.
    await this.tab.evaluate(() => undefined).catch(() => undefined);
    const { problems: complaints } = this;
    this.#surroundings.asked.length = 0;
    this.#complaints.length = 0;
    if (complaints.length > 0) throw new Error(`${this.tab.url()}\n  ${complaints.join('\n  ')}`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    try {
      await this.assertNoProblems();
    } finally {
      this.tab.removeAllListeners();
      await this.#context.close();
    }
  }

  #listen(): void {
    const complain = (complaint: string) => void this.#complaints.push(complaint);
    this.#context.on('page', () => complain('it opened a window'));
    this.tab
      .on('console', (message) => {
        if (message.text() !== REMARK)
          complain(`console, ${message.type()}: ${message.text()} at ${message.location().url}`);
      })
      .on('pageerror', (error) => complain(`error: ${error.message}`))
      .on('request', (request) => {
        if (!this.#isHere(request)) complain(`it asked ${request.url()}`);
      })
      .on('requestfailed', (request) => {
        if (!isCutOff(request)) complain(`failed: ${request.url()}`);
      })
      .on('websocket', (socket) => complain(`it opened a socket to ${socket.url()}`))
      .on('download', (download) => complain(`it downloads ${download.url()}`))
      .on('dialog', (dialog) => {
        complain(`it says “${dialog.message()}”`);
        void dialog.dismiss();
      });
  }

  #isHere(request: Request): boolean {
    const { api, site } = this.#surroundings;
    const { origin, protocol } = new URL(request.url());
    return origin === api || origin === site || protocol === 'data:';
  }
}

/** Said where a script has moved the focus already that the browser would have moved. */
const REMARK = 'Autofocus processing was blocked because a document already has a focused element.';

/** What the next visit came too early for. */
const isCutOff = (request: Request): boolean => request.failure()?.errorText === 'net::ERR_ABORTED';

/** Runs in every frame before anything of the page: what the policy forbids is said aloud. */
function announce(): void {
  const page = globalThis as unknown as EventTarget;
  page.addEventListener('securitypolicyviolation', (event) => {
    const { violatedDirective: rule, blockedURI: what } = event as Event & Record<string, unknown>;
    reportError(new Error(`the policy forbids by ${String(rule)}: ${String(what)}`));
  });
}
