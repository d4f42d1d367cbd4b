// Runs in the confined process: tries what must be forbidden there and reports the results.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { open as openInspector } from 'node:inspector';
import { connect } from 'node:net';
import process from 'node:process';
import { Worker } from 'node:worker_threads';

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? String(error);

const attempt = (run: () => unknown): string => {
  try {
    run();
    return 'done';
  } catch (error) {
    return codeOf(error);
  }
};

const reach = (port: number): Promise<string> =>
  new Promise((resolve) => {
    try {
      const socket = connect(port, '127.0.0.1', () => resolve('done'));
      socket.on('error', (error) => resolve(codeOf(error)));
    } catch (error) {
      resolve(codeOf(error));
    }
  });

/** Creates a function from code, as ajv does. */
const compile = (code: string): (() => unknown) => Reflect.construct(Function, [code]) as () => unknown;

const GLOBALS = [
  'process',
  'fetch',
  'WebSocket',
  'EventSource',
  'require',
  'Buffer',
  'setTimeout',
  'console',
];

async function tryAll(port: number): Promise<Record<string, string>> {
  const outcome: Record<string, string> = {
    read: attempt(() => readFileSync('/etc/hostname')),
    readBoard: attempt(() => readFileSync(new URL('../../../package.json', import.meta.url))),
    list: attempt(() => readdirSync('/')),
    write: attempt(() => writeFileSync('/tmp/agent-board-confined-probe', '')),
    spawn: attempt(() => spawnSync('true')),
    worker: attempt(() => new Worker('', { eval: true })),
    inspector: attempt(() => openInspector(0)),
    addon: attempt(() => process.dlopen({ exports: {} }, '/nowhere.node')),
    socket: await reach(port),
    environment: Object.keys(process.env).join(),
  };
  const { lockDown } = await import('../../../schema/answer-schema/lockdown.ts');
  lockDown();
  for (const name of GLOBALS) outcome[`global ${name}`] = String(compile(`return typeof ${name}`)());
  outcome['import'] = await (compile('return import("node:net")')() as Promise<unknown>).then(
    () => 'done',
    codeOf,
  );
  return outcome;
}

process.on('message', (message: string) => {
  while (message === 'hang') performance.now();
  void tryAll(Number(message)).then((outcome) => process.send?.(outcome));
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
