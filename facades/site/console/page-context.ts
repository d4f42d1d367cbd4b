import type { PageContext } from '../page-definition.ts';

export interface ConsolePageContext extends PageContext {
  /** CSRF token of the session, for the forms of the page. */
  readonly csrfToken: string;
  /** Whether htmx requested the markup, to replace an element of a page that is already shown. */
  readonly isFragment: boolean;
}
