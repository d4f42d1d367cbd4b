import type { PageContext } from '../page-definition.ts';

export interface ConsolePageContext extends PageContext {
  /** CSRF token of the session, for the forms of the page. */
  readonly csrfToken: string;
  /** The markup replaces an element of a page that is already shown: htmx requested it. */
  readonly isFragment: boolean;
}
