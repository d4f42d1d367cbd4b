import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { startValidatorProcess } from '../../../schema/answer-schema/validator-process.ts';
import { root } from '../../support/docs/source.ts';

const script = `
  import { startJudge } from '${join(root, 'schema/answer-schema/validator-process.ts')}';
  const judge = await startJudge();
  console.log(JSON.stringify({ pid: judge.pid, verdict: await judge.ask({ schema: '{}', body: null }, 10000) }));
  setInterval(() => undefined, 1000);`;

test('a process that judges ends with the one that started it, even where that is killed', async () => {
  const board = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [said] = (await once(board.stdout, 'data')) as [Buffer];
  const { pid, verdict } = JSON.parse(said.toString()) as { pid: number; verdict: unknown };

  board.kill('SIGKILL');
  await once(board, 'exit');
  for (let attempt = 0; attempt < 250 && isRunning(pid); attempt++) await wait(20);

  expect(verdict).toMatchObject({ verdict: { valid: true, errors: [] } });
  expect(isRunning(pid)).toBe(false);
});

describe('a question to a process that gets no processor time', () => {
  test('has all its time from when the process takes it up, and is charged what it used of the processor', async () => {
    const judge = await startValidatorProcess();
    const pid = judge?.pid ?? 0;
    process.kill(pid, 'SIGSTOP');

    const asked = judge?.validate({ schema: '{}', body: null }, 1000);
    await wait(1500);
    process.kill(pid, 'SIGCONT');
    const reply = await asked;
    judge?.close();

    expect(reply?.result).toEqual({ valid: true, errors: [] });
    expect(reply?.milliseconds).toBeLessThan(1000);
  });
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
