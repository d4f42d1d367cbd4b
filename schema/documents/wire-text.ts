import { toSnakeCase } from '../../prisma/client.ts';

/** Returns a description with the field names in it, which are in backticks, as requests and responses spell them. */
export const toWireText = (text: string): string =>
  text.replaceAll(/`([a-z]+(?:[A-Z][a-z]+)+)`/g, (_quoted, name: string) => `\`${toSnakeCase(name)}\``);
