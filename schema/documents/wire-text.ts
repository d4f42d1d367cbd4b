import { toSnakeCase } from '../../prisma/client.ts';

/** Members of `pageInfo`, which pages of logs have themselves. */
const WIRE_NAMES: Readonly<Record<string, string>> = {
  'pageInfo.endCursor': 'next_cursor',
  'pageInfo.hasNextPage': 'has_more',
};

/** Returns a description with the field names in it, which are in backticks, as requests and responses spell them. */
export const toWireText = (text: string): string =>
  text
    .replaceAll(/`(pageInfo\.\w+)`/g, (quoted, name: string) =>
      name in WIRE_NAMES ? `\`${WIRE_NAMES[name]}\`` : quoted,
    )
    .replaceAll(/`([a-z]+(?:[A-Z][a-z]+)+)`/g, (_quoted, name: string) => `\`${toSnakeCase(name)}\``);
