import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { openUsedFolder } from '../support/processes/data-folder.ts';
import { openBoardProcess } from '../support/processes/board-process.ts';
import { type Fence, fencesOf, repository, readPage } from '../support/docs/markdown.ts';

/** A machine without curl reads the tour as well. */
const standIn = `"${process.execPath}" "${join(repository, 'test/support/processes/curl.ts')}"`;
const prelude = `command -v curl > /dev/null || curl() { ${standIn} "$@"; }`;

const END = '-- end of the block --';

/** Pastes blocks of commands into one fresh shell, and gives what each printed. */
async function paste(blocks: readonly string[]): Promise<readonly string[]> {
  const shell = spawn('bash', ['--norc', '--noprofile', '-s'], { stdio: ['pipe', 'pipe', 'inherit'] });
  shell.stdin.end([prelude, ...blocks.map((block) => `${block}\necho '${END}'`)].join('\n'));
  const printed = await text(shell.stdout);
  return printed.replaceAll('\r', '').split(`${END}\n`).slice(0, -1);
}

interface Step {
  readonly commands: string;
  readonly shown: string;
}

/** Commands and what is shown after them; JSON is shown wrapped and printed in one line, `"…"` in it for any value. */
function stepsOf(fences: readonly Fence[]): readonly Step[] {
  return fences.flatMap(({ language, text: commands }, i) => {
    if (language !== 'sh') return [];
    const next = fences[i + 1];
    if (next?.language === 'json')
      return [{ commands, shown: `${JSON.stringify(JSON.parse(next.text)).replaceAll('"…"', '…')}\n` }];
    return [{ commands, shown: next?.language === 'text' ? next.text : '' }];
  });
}

/** `…` stands for anything within a line. */
const toPattern = (shown: string) => new RegExp(`^${shown.split('…').map(RegExp.escape).join('.*?')}$`);

test('the tour of the README, pasted into a fresh shell, prints what it shows', async () => {
  await using folder = await openUsedFolder();
  await using board = await openBoardProcess(folder.data);
  const tour = ['README.md', 'docs/get.md', 'docs/mcp.md', 'docs/a2a.md']
    .map(readPage)
    .join('\n')
    .replaceAll('localhost:4000', `localhost:${board.port}`)
    .replaceAll('localhost:4001', `localhost:${board.sitePort}`);
  const steps = stepsOf(fencesOf(tour));

  const printed = await paste(steps.map(({ commands }) => commands));

  expect(steps.length).toBeGreaterThan(5);
  for (const [i, { shown }] of steps.entries()) expect(printed[i]).toMatch(toPattern(shown));
});
