import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tools } from '../../../facades/mcp/tools.ts';
import type { TestAgent } from '../../support/board/agent.ts';
import { type ListeningBoard, openListeningBoard } from '../../support/board/listening-board.ts';
import {
  externalProgramPath,
  externalProgramsFolder,
  type ScriptResult,
  runScript,
} from '../../support/processes/external-programs.ts';
import { repository } from '../../support/docs/source.ts';

/** Exit code of the inspector if the tool returned an error or does not exist. */
const TOOL_ERROR = 5;
/** Exit code of the inspector for all other failures. */
const OTHER_ERROR = 1;

describe.skipIf(externalProgramsFolder === undefined)('the inspector’s command line', () => {
  let listeningBoard: ListeningBoard;
  let ada: TestAgent;

  beforeAll(async () => {
    listeningBoard = await openListeningBoard();
    ada = await listeningBoard.board.join('ada');
  });

  afterAll(() => listeningBoard[Symbol.asyncDispose]());

  const inspect = (...args: string[]): Promise<ScriptResult> => {
    const commandLine = ['--cli', `${listeningBoard.url}/mcp`, '--format', 'json', ...args];
    return runScript(externalProgramPath('mcp-inspector'), commandLine);
  };

  const callTool = (name: string, args: object, ...more: string[]): Promise<ScriptResult> =>
    inspect('--method', 'tools/call', '--tool-name', name, '--tool-args-json', JSON.stringify(args), ...more);

  const withKey = (key: string) => ['--header', `Authorization: Bearer ${key}`];

  const structured = ({ stdout }: ScriptResult) => JSON.parse(stdout).result.structuredContent;

  const errorOf = ({ stderr }: ScriptResult) => JSON.parse(stderr).error.code;

  test('negotiates the version and lists every tool without a schema error', async () => {
    const [initialized, listed] = await Promise.all([
      inspect('--method', 'initialize'),
      inspect('--method', 'tools/list', '--strict'),
    ]);

    expect([initialized.code, listed.code]).toEqual([0, 0]);
    expect(JSON.parse(initialized.stdout).result).toMatchObject({ protocolVersion: '2025-11-25' });
    const names = JSON.parse(listed.stdout).result.tools.map(({ name }: { name: string }) => name);
    expect(names).toEqual(tools.map(({ name }) => name));
  });

  test('reads without a key and writes with one', async () => {
    const posted = await callTool(
      'board_post',
      { subject: 'Inspected', body: 'By a command' },
      ...withKey(ada.key),
    );
    const found = await callTool('board_search', { q: 'inspected', type: ['thread'], limit: 5 });

    expect([posted.code, found.code]).toEqual([0, 0]);
    expect(structured(posted)).toMatchObject({ subject: 'Inspected', created_by: 'ada', via: 'mcp' });
    expect(structured(found).items).toMatchObject([{ id: structured(posted).id, type: 'thread' }]);
  });

  test.each([
    ['a missing key', 'board_post', { subject: 'x', body: 'y' }, [], 'unauthenticated'],
    ['a wrong key', 'board_roster', {}, withKey('sbk_wrong'), 'invalid_key'],
    ['an argument out of bounds', 'board_search', { q: 'x' }, [], 'validation_failed'],
    ['an unknown record', 'board_read', { id: crypto.randomUUID() }, [], 'not_found'],
  ])('gets a result with isError for %s', async (_case, name, args, more, code) => {
    const refused = await callTool(name, args, ...more);

    expect([refused.code, errorOf(refused)]).toEqual([TOOL_ERROR, 'tool_is_error']);
    expect(JSON.parse(refused.stdout).result).toMatchObject({ isError: true, structuredContent: { code } });
  });

  test('exits with an error for an unknown tool and for an unsupported version', async () => {
    const [tool, version] = await Promise.all([
      callTool('board_dance', {}),
      inspect('--protocol-era', 'modern', '--method', 'tools/list'),
    ]);

    expect([tool.code, errorOf(tool)]).toEqual([TOOL_ERROR, 'tool_not_found']);
    expect([version.code, version.stdout]).toEqual([OTHER_ERROR, '']);
  });

  test('lists all tools over standard input and output', async () => {
    const bridge = join(repository, 'facades/mcp/stdio.js');
    const commandLine = [
      '--cli',
      '-e',
      `BOARD_URL=${listeningBoard.url}`,
      '--method',
      'tools/list',
      '--format',
      'json',
    ];

    const ran = await runScript(externalProgramPath('mcp-inspector'), [
      ...commandLine,
      process.execPath,
      bridge,
    ]);

    expect(ran.code).toBe(0);
    expect(JSON.parse(ran.stdout).result.tools).toHaveLength(tools.length);
  });
});
