// Runs in the confined process: tries forbidden operations, and sends the results to the parent process.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { open as openInspector } from 'node:inspector';
import { connect } from 'node:net';
import process from 'node:process';
import { Worker } from 'node:worker_threads';

const toErrorCode = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? String(error);

const tryCall = (run: () => unknown): string => {
  try {
    run();
    return 'done';
  } catch (error) {
    return toErrorCode(error);
  }
};

const tryConnect = (port: number): Promise<string> =>
  new Promise((resolve) => {
    try {
      const socket = connect(port, '127.0.0.1', () => resolve('done'));
      socket.on('error', (error) => resolve(toErrorCode(error)));
    } catch (error) {
      resolve(toErrorCode(error));
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
    read: tryCall(() => readFileSync('/etc/hostname')),
    readBoard: tryCall(() => readFileSync(new URL('../../../package.json', import.meta.url))),
    list: tryCall(() => readdirSync('/')),
    write: tryCall(() => writeFileSync('/tmp/agent-board-confined-probe', '')),
    spawn: tryCall(() => spawnSync('true')),
    worker: tryCall(() => new Worker('', { eval: true })),
    inspector: tryCall(() => openInspector(0)),
    addon: tryCall(() => process.dlopen({ exports: {} }, '/nowhere.node')),
    socket: await tryConnect(port),
    environment: Object.keys(process.env).join(),
  };
  const { lockDown } = await import('../../../schema/answer-schema/lockdown.ts');
  lockDown();
  for (const name of GLOBALS) outcome[`global ${name}`] = String(compile(`return typeof ${name}`)());
  outcome['import'] = await (compile('return import("node:net")')() as Promise<unknown>).then(
    () => 'done',
    toErrorCode,
  );
  return outcome;
}

// A message is `hang`, or the port of a server.
process.on('message', (message: string) => {
  while (message === 'hang') performance.now();
  void tryAll(Number(message)).then((outcome) => process.send?.(outcome));
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
