import { toSnakeCase } from '../../prisma/client.ts';

/** The names of members of `pageInfo` in interfaces other than GraphQL, where they are members of the page. */
const WIRE_NAMES: Readonly<Record<string, string>> = {
  'pageInfo.endCursor': 'next_cursor',
  'pageInfo.hasNextPage': 'has_more',
};

/** Converts the field names in a description, which are in backticks, to the names in requests and responses. */
export const toWireText = (text: string): string =>
  text
    .replaceAll(/`(pageInfo\.\w+)`/g, (quoted, name: string) =>
      name in WIRE_NAMES ? `\`${WIRE_NAMES[name]}\`` : quoted,
    )
    .replaceAll(/`([a-z]+(?:[A-Z][a-z]+)+)`/g, (_quoted, name: string) => `\`${toSnakeCase(name)}\``);
