import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { openFolderWithServerData } from '../support/processes/data-folder.ts';
import { openBoardProcess } from '../support/processes/board-process.ts';
import { type Fence, fencesOf, readPage } from '../support/docs/markdown.ts';
import { repository } from '../support/docs/source.ts';

/** Replaces curl on machines without it. */
const curlReplacement = `"${process.execPath}" "${join(repository, 'test/support/processes/curl.ts')}"`;

/** Repeats a call that a board on a busy machine has refused. */
const prelude = `
command -v curl > /dev/null && call() { command curl "$@"; } || call() { ${curlReplacement} "$@"; }
curl() {
  local output
  for _ in {1..50}; do
    output=$(call "$@"; echo .)
    [[ $output == *'"code":"unavailable"'* ]] && sleep 0.2 || break
  done
  printf %s "\${output%.}"
}`;

const END = '-- end of the block --';

/** Runs blocks of commands in one new shell; returns the output of each block. */
async function runBlocks(blocks: readonly string[]): Promise<readonly string[]> {
  const shell = spawn('bash', ['--norc', '--noprofile', '-s'], { stdio: ['pipe', 'pipe', 'inherit'] });
  shell.stdin.end([prelude, ...blocks.map((block) => `${block}\necho '${END}'`)].join('\n'));
  const output = await text(shell.stdout);
  return output.replaceAll('\r', '').split(`${END}\n`).slice(0, -1);
}

interface Step {
  readonly commands: string;
  readonly expected: string;
}

/** Pairs of commands and the output that the page shows after them. JSON that the page wraps is expected in one line. */
function toSteps(fences: readonly Fence[]): readonly Step[] {
  return fences.flatMap(({ language, text: commands }, i) => {
    if (language !== 'sh') return [];
    const next = fences[i + 1];
    if (next?.language === 'json')
      return [{ commands, expected: `${JSON.stringify(JSON.parse(next.text)).replaceAll('"…"', '…')}\n` }];
    return [{ commands, expected: next?.language === 'text' ? next.text : '' }];
  });
}

/** `…` matches any text within a line. */
const toPattern = (expected: string) =>
  new RegExp(
    `^${expected
      .split('…')
      .map((text) => RegExp.escape(text))
      .join('.*?')}$`,
  );

test('the commands of the documentation print the output that it shows', async () => {
  await using folder = await openFolderWithServerData();
  await using board = await openBoardProcess(folder.data);
  const tour = ['README.md', 'docs/get.md', 'docs/mcp.md', 'docs/a2a.md']
    .map(readPage)
    .join('\n')
    .replaceAll('localhost:4000', `localhost:${board.port}`)
    .replaceAll('localhost:4001', `localhost:${board.sitePort}`);
  const steps = toSteps(fencesOf(tour));

  const output = await runBlocks(steps.map(({ commands }) => commands));

  expect(steps.length).toBeGreaterThan(5);
  for (const [i, { expected }] of steps.entries()) expect(output[i]).toMatch(toPattern(expected));
});
