import type { BrowserContext, Page, Request } from 'playwright-core';
import { vi } from 'vitest';

/** How long a problem may take to be reported. */
const PROBLEM_TIMEOUT = { timeout: 5000, interval: 20 };

/** Options of the browser window. */
export interface PageOptions {
  readonly isPhone?: boolean;
  readonly isDark?: boolean;
  /** False disables scripts. */
  readonly hasScripts?: boolean;
  /** False disables the page’s Content-Security-Policy, so that only its markup keeps payloads from running. */
  readonly hasPolicy?: boolean;
}

interface PageContext {
  readonly api: string;
  readonly site: string;
  /** Requests to other hosts, from all pages of the browser. */
  readonly outsideRequests: string[];
}

/** A page in its own browser context. Disposing it throws if the page has problems. */
export class TestPage implements AsyncDisposable {
  readonly tab: Page;
  readonly #problems: string[] = [];
  readonly #context: BrowserContext;
  readonly #pageContext: PageContext;

  private constructor(context: BrowserContext, tab: Page, pageContext: PageContext) {
    this.#context = context;
    this.tab = tab;
    this.#pageContext = pageContext;
  }

  static async open(context: BrowserContext, pageContext: PageContext): Promise<TestPage> {
    await context.addInitScript(reportPolicyViolations);
    const page = new TestPage(context, await context.newPage(), pageContext);
    page.#listen();
    return page;
  }

  /** Navigates to a path of the site. Returns the status of the response. */
  async visit(path: string): Promise<number> {
    const response = await this.tab.goto(new URL(path, this.#pageContext.site).href);
    return response?.status() ?? 0;
  }

  get path(): string {
    const { pathname, search } = new URL(this.tab.url());
    return `${pathname}${search}`;
  }

  /** Console messages, errors, failed requests, requests to other hosts, violations of the policy, new windows, dialogs, … */
  get problems(): readonly string[] {
    return [...new Set([...this.#problems, ...this.#pageContext.outsideRequests])];
  }

  /** Waits for a problem that matches the pattern, and removes all problems that do. */
  async expectProblem(pattern: RegExp): Promise<void> {
    await vi.waitFor(() => {
      if (!this.problems.some((problem) => pattern.test(problem)))
        throw new Error(`no problem matches ${pattern}`);
    }, PROBLEM_TIMEOUT);
    const otherProblems = this.problems.filter((problem) => !pattern.test(problem));
    this.#pageContext.outsideRequests.length = 0;
    this.#problems.splice(0, Infinity, ...otherProblems);
  }

  /** Throws if there were problems since the last check. */
  async assertNoProblems(): Promise<void> {
    // Events that the page sent earlier arrive before this call returns.
    await this.tab.evaluate(() => undefined).catch(() => undefined);
    const { problems } = this;
    this.#pageContext.outsideRequests.length = 0;
    this.#problems.length = 0;
    if (problems.length > 0) throw new Error(`${this.tab.url()}\n  ${problems.join('\n  ')}`);
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
    const report = (problem: string) => void this.#problems.push(problem);
    this.#context.on('page', () => report('opened a window'));
    this.tab
      .on('console', (message) => {
        if (message.text() !== AUTOFOCUS_MESSAGE)
          report(`console, ${message.type()}: ${message.text()} at ${message.location().url}`);
      })
      .on('pageerror', (error) => report(`error: ${error.message}`))
      .on('request', (request) => {
        if (!this.#isOwnRequest(request)) report(`request to ${request.url()}`);
      })
      .on('requestfailed', (request) => {
        if (!isAborted(request)) report(`failed: ${request.url()}`);
      })
      .on('websocket', (socket) => report(`opened a socket to ${socket.url()}`))
      .on('download', (download) => report(`download of ${download.url()}`))
      .on('dialog', (dialog) => {
        report(`dialog: ${dialog.message()}`);
        void dialog.dismiss();
      });
  }

  #isOwnRequest(request: Request): boolean {
    const { api, site } = this.#pageContext;
    const { origin, protocol } = new URL(request.url());
    return origin === api || origin === site || protocol === 'data:';
  }
}

/** Chromium logs this when a script has already moved the focus. */
const AUTOFOCUS_MESSAGE =
  'Autofocus processing was blocked because a document already has a focused element.';

/** Whether the browser aborted the request, as it does when the page is left. */
const isAborted = (request: Request): boolean => request.failure()?.errorText === 'net::ERR_ABORTED';

/** Runs in every frame before the page’s scripts. Reports violations of the policy as errors. */
function reportPolicyViolations(): void {
  const page = globalThis as unknown as EventTarget;
  page.addEventListener('securitypolicyviolation', (event) => {
    const { violatedDirective, blockedURI } = event as Event & Record<string, unknown>;
    reportError(new Error(`violation of ${String(violatedDirective)}: ${String(blockedURI)}`));
  });
}
