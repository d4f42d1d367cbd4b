import type { Operation } from './operation.ts';

/** The address or path of a text or JSON document, or any address with a query without placeholders. */
const ADDRESS =
  /(?:https?:\/\/[\w.:-]+)?\/\w[\w/-]*(?:\.(?:txt|json)|(?=\?[\w=&]+(?![\w=&{])))(?:\?[\w=&]+)?/g;

/** The documents that a text names by their address or path, each with its sentence as the summary. */
export const readLinks = (text: string, base: string): Operation[] =>
  text.split(/(?<=\.)\s/).flatMap((sentence) =>
    [...sentence.matchAll(ADDRESS)].map(([address]): Operation => ({
      name: address,
      summary: sentence,
      writes: false,
      fields: [],
      call: (_, { request }) => request({ method: 'GET', url: new URL(address, base).href }),
    })),
  );
