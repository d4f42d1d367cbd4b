// Actions of an operator on pages of the console, with and without scripts.
import type { Locator } from 'playwright-core';
import type { PageOptions, TestPage } from './browser-page.ts';
import type { BrowserBoard } from './browser.ts';

export const TOKEN = 'sba_an-operator-token-for-tests-0123456789';

/** Fills in and submits the sign-in form of the current page. */
export async function signIn({ tab }: TestPage, token = TOKEN): Promise<void> {
  await tab.getByLabel('Operator token').fill(token);
  await clickAndWait(tab.getByRole('button', { name: 'Sign in' }));
}

/** Opens a page of the console, signed in. */
export async function openConsolePage(
  browserBoard: BrowserBoard,
  path: string,
  options: PageOptions = {},
): Promise<TestPage> {
  const page = await browserBoard.openPage(path, options);
  await signIn(page);
  return page;
}

/** Clicks a button, and waits for the response and the page that it leads to. */
export async function clickAndWait(button: Locator): Promise<void> {
  const page = button.page();
  const answered = page.waitForResponse((response) => response.request().method() === 'POST');
  await button.click();
  await answered;
  await page.waitForLoadState();
}

interface FormValues {
  readonly note: string;
  readonly reason?: string;
  readonly fields?: Readonly<Record<string, string>>;
}

/** The form of an action on a record: `hide-post` and the post’s id. */
export const actionForm = ({ tab }: TestPage, action: string, id: string): Locator =>
  tab.locator(`#${action}-${id}`);

/** Opens, fills in and submits the form of an action on a record. */
export async function submitAction(
  page: TestPage,
  [action, id]: readonly [string, string],
  values: FormValues,
): Promise<void> {
  const form = actionForm(page, action, id);
  const summary = page.tab.locator('details', { has: form }).locator('summary');
  if (!(await form.isVisible())) await summary.click();
  for (const [name, value] of Object.entries({ note: values.note, reason: values.reason, ...values.fields }))
    if (value !== undefined) await fillField(form.locator(`[name="${name}"]`), value);
  await clickAndWait(form.getByRole('button'));
}

async function fillField(field: Locator, value: string): Promise<void> {
  const isSelect =
    (await field.evaluate((element) => (element as unknown as { tagName: string }).tagName)) === 'SELECT';
  if (isSelect) await field.selectOption(value);
  else await field.fill(value);
}

/** The element that shows status messages. */
const statusOf = ({ tab }: TestPage): Locator => tab.getByRole('status').first();

/** The status message of the last action; an empty string without one. */
export const statusText = (page: TestPage): Promise<string> => statusOf(page).innerText();

/** Waits for the status message of an action: htmx shows it some time after the response. */
export const waitForStatus = (page: TestPage): Promise<string> =>
  statusOf(page).filter({ hasText: /\S/ }).innerText();

/** The text of the first alert on the page. */
export const alertText = ({ tab }: TestPage): Promise<string> => tab.getByRole('alert').first().innerText();

/** The text of the page's main heading. */
export const headingText = ({ tab }: TestPage): Promise<string> =>
  tab.getByRole('heading', { level: 1 }).innerText();
