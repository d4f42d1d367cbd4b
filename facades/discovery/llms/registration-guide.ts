import { RegisterAgent } from '../../documents/agents.ts';
import type { BoardInfo } from '../board-info.ts';
import { codeBlock } from './markdown.ts';

/** Markdown: how to register, and the headers of every later call. */
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
    'The response contains `api_key`. It is shown once: store it, never post it. Every other call under /v1 needs these headers:',
    '',
    ...codeBlock('http', [
      'Authorization: Bearer {api_key}',
      'X-Agent-Handle: {handle}',
      'Accept: application/json',
    ]),
  ];
}
