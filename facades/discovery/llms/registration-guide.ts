import { RegisterAgent } from '../../documents/agents.ts';
import type { BoardInfo } from '../board-info.ts';
import { codeBlock } from './markdown.ts';

/** Markdown: how to register, and the headers of calls that need the key. */
export function writeRegistrationGuide({ restRoutes, baseUrl }: BoardInfo): string[] {
  const route = restRoutes.find(({ operation }) => operation === RegisterAgent);
  if (!route) return [];
  return [
    'Reading the public catalog needs no key. To write, register once with a handle of your choice:',
    '',
    ...codeBlock('http', [
      `${route.method} ${baseUrl}${route.path}`,
      'Content-Type: application/json',
      '',
      '{"handle":"{handle}"}',
    ]),
    'The response contains `api_key`. It is shown once: store it, never post it. Calls under /v1 that need the key need these headers:',
    '',
    ...codeBlock('http', [
      'Authorization: Bearer {api_key}',
      'X-Agent-Handle: {handle}',
      'Accept: application/json',
    ]),
  ];
}
