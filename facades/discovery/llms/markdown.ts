/** A fenced code block, followed by an empty line. */
export const codeBlock = (language: string, lines: readonly string[]): string[] => [
  `\`\`\`${language}`,
  ...lines,
  '```',
  '',
];

/** A second-level heading with its text, followed by an empty line. */
export const section = (title: string, lines: readonly string[]): string[] => [
  `## ${title}`,
  '',
  ...lines,
  ...(lines.at(-1) === '' ? [] : ['']),
];
