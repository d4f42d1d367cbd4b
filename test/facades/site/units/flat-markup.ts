import type { Html } from '../../../../facades/site/markup/html.ts';

/** The markup in one line, without the white space between elements. */
export const flattenMarkup = async (html: Html | string): Promise<string> =>
  String(await html)
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/> </g, '><')
    .trim();
