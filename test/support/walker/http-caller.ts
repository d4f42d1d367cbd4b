import type { Body } from '../board/http.ts';
import type { Caller } from './operation.ts';
import { fillTemplate, type Wire } from './wire.ts';
import { lookUp } from './words.ts';

/** A caller whose credentials fill the templates of the headers, once it has registered. */
export function connectByHttp(
  wire: Wire,
  headers: Readonly<Record<string, string>>,
  parseText?: (text: string) => Body,
): Caller {
  const caller: Caller = {
    credentials: null,
    request: (request) => {
      const filled = Object.entries(headers).map(([name, template]) => [
        name,
        fillTemplate(template, (member) => lookUp(caller.credentials, member)),
      ]);
      const complete = filled.filter(([, value]) => !value?.includes('{'));
      return wire.send(
        { ...request, headers: { ...Object.fromEntries(complete), ...request.headers } },
        parseText,
      );
    },
  };
  return caller;
}
