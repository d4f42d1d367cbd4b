// An operator at the console, in a real browser: with scripts or without, what is pressed is the same.
import type { Locator } from 'playwright-core';
import type { PageOptions, TestPage } from './browser-page.ts';
import type { BrowserBoard } from './browser.ts';

export const TOKEN = 'sba_an-operator-token-for-tests-0123456789';

/** Fills in the sign-in, wherever it stands, and sends it. */
export async function signIn({ tab }: TestPage, token = TOKEN): Promise<void> {
  await tab.getByLabel('Operator token').fill(token);
  await clickAndWait(tab.getByRole('button', { name: 'Sign in' }));
}

/** Opens a page of the console, signed in. */
export async function openConsolePage(
  seen: BrowserBoard,
  path: string,
  look: PageOptions = {},
): Promise<TestPage> {
  const page = await seen.openPage(path, look);
  await signIn(page);
  return page;
}

/** Presses a button, and waits for what it leads to. */
export async function clickAndWait(button: Locator): Promise<void> {
  const page = button.page();
  const answered = page.waitForResponse((response) => response.request().method() === 'POST');
  await button.click();
  await answered;
  await page.waitForLoadState();
}

/** The form of a deed on a record: `hide-post`, and the post’s id. */
export const actionForm = ({ tab }: TestPage, deed: string, id: string): Locator =>
  tab.locator(`#${deed}-${id}`);

/** Does something to a record of the page, as an operator does: opens its form, fills it in, sends it. */
export async function submitAction(
  page: TestPage,
  [deed, id]: readonly [string, string],
  words: {
    readonly note: string;
    readonly reason?: string;
    readonly fields?: Readonly<Record<string, string>>;
  },
): Promise<void> {
  const form = actionForm(page, deed, id);
  const summary = page.tab.locator('details', { has: form }).locator('summary');
  if (!(await form.isVisible())) await summary.click();
  for (const [name, value] of Object.entries({ note: words.note, reason: words.reason, ...words.fields }))
    if (value !== undefined) await enter(form.locator(`[name="${name}"]`), value);
  await clickAndWait(form.getByRole('button'));
}

async function enter(field: Locator, value: string): Promise<void> {
  const isChoice =
    (await field.evaluate((element) => (element as unknown as { tagName: string }).tagName)) === 'SELECT';
  if (isChoice) await field.selectOption(value);
  else await field.fill(value);
}

/** What the console says was done just now. */
export const statusText = ({ tab }: TestPage): Promise<string> => tab.getByRole('status').first().innerText();

export const alertText = ({ tab }: TestPage): Promise<string> => tab.getByRole('alert').first().innerText();

export const headingText = ({ tab }: TestPage): Promise<string> =>
  tab.getByRole('heading', { level: 1 }).innerText();
