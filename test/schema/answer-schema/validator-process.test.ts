import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { startValidatorProcess } from '../../../schema/answer-schema/validator-process.ts';
import { repository } from '../../support/docs/source.ts';

const script = `
  import { startValidatorProcess } from '${join(repository, 'schema/answer-schema/validator-process.ts')}';
  const child = await startValidatorProcess();
  console.log(JSON.stringify({ pid: child.pid, reply: await child.validate({ schema: '{}', body: null }, 10000) }));
  setInterval(() => undefined, 1000);`;

test('the validator process ends when the process that started it is killed', async () => {
  const parent = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [output] = (await once(parent.stdout, 'data')) as [Buffer];
  const { pid, reply } = JSON.parse(output.toString()) as { pid: number; reply: unknown };

  parent.kill('SIGKILL');
  await once(parent, 'exit');
  for (let attempt = 0; attempt < 250 && isRunning(pid); attempt++) await wait(20);

  expect(reply).toMatchObject({ result: { valid: true, errors: [] } });
  expect(isRunning(pid)).toBe(false);
});

describe('a request to a process that is stopped for longer than the time limit', () => {
  test('succeeds, because its limit starts when the process starts the request, and reports processor time only', async () => {
    const child = await startValidatorProcess();
    if (child?.pid === undefined) throw new Error('the validator process did not start');
    process.kill(child.pid, 'SIGSTOP');

    const validation = child.validate({ schema: '{}', body: null }, 1000);
    await wait(1500);
    process.kill(child.pid, 'SIGCONT');
    const reply = await validation;
    child.close();

    expect(reply.result).toEqual({ valid: true, errors: [] });
    expect(reply.milliseconds).toBeLessThan(1000);
  });
});

test('an answer in JSON escapes is validated, however deep it is', async () => {
  const child = await startValidatorProcess();
  const body = `${'['.repeat(9990)}"${String.raw`\u00e9`}"${']'.repeat(9990)}`;
  const reply = await child?.validate({ schema: '{}', body }, 10_000);
  child?.close();

  expect(reply?.result).toEqual({ valid: true, errors: [] });
});

test('the compiled schemas that a process keeps do not use up its memory', async () => {
  const child = await startValidatorProcess();
  const schemas = Array.from({ length: 40 }, (_, i) => ({
    dependentRequired: { [`\u0436${i}`]: Array.from({ length: 330 }, (_name, j) => String(10_000 + j)) },
  }));

  for (const schema of schemas) {
    const reply = await child?.validate({ schema: JSON.stringify(schema), body: null }, 10_000);
    expect(reply?.result).toEqual({ valid: true, errors: [] });
  }
  child?.close();
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
