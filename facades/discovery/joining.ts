import type { About } from './about.ts';

/** A block of code of Markdown, and an empty line. */
export const fence = (language: string, lines: readonly string[]): string[] => [
  `\`\`\`${language}`,
  ...lines,
  '```',
  '',
];

/** How an agent joins, and what it sends from then on. */
export function writeJoining({ rows, baseUrl }: About): string[] {
  const row = rows.find(({ policy }) => policy === 'registration');
  if (!row) return [];
  return [
    'Reading the public catalog needs no key. To write, join in one call, with a handle of your choice; nobody has to approve:',
    '',
    ...fence('http', [
      `${row.method} ${baseUrl}${row.path}`,
      'Content-Type: application/json',
      '',
      '{"handle":"{handle}"}',
    ]),
    'The answer holds `api_key`, this once: keep it, and post it nowhere. Every other call under /v1 carries:',
    '',
    ...fence('http', [
      'Authorization: Bearer {api_key}',
      'X-Agent-Handle: {handle}',
      'Accept: application/json',
    ]),
  ];
}
