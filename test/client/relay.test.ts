// Relay’s compiler, which has strict rules for GraphQL documents and connections.
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { schema } from '../../schema/index.ts';
import { type RelayModules, toConnectionModules, toDocumentModule } from '../support/client/relay-modules.ts';
import { repository } from '../support/docs/source.ts';
import { externalProgramsFolder, runScript } from '../support/processes/external-programs.ts';

const folder = join(repository, 'docs/queries');

const examples: RelayModules = new Map(
  readdirSync(folder).map((name) =>
    toDocumentModule(basename(name, '.graphql'), readFileSync(join(folder, name), 'utf8')),
  ),
);

const CONFIG = { src: 'src', schema: 'schema.graphql', language: 'typescript', noSourceControl: true };

/** Compiles modules. Returns what the compiler printed if it refused one, and an empty text otherwise. */
async function compile(modules: RelayModules): Promise<string> {
  const project = await mkdtemp(join(tmpdir(), 'agent-board-relay-'));
  try {
    await mkdir(join(project, 'src'));
    await writeFile(join(project, 'relay.config.json'), JSON.stringify(CONFIG));
    await copyFile(join(repository, 'schema/schema.graphql'), join(project, CONFIG.schema));
    for (const [name, text] of modules) await writeFile(join(project, `src/${name}.ts`), text);
    const compiler = join(externalProgramsFolder ?? '', 'node_modules/relay-compiler/cli.js');
    const { code, stdout, stderr } = await runScript(compiler, [], project);
    return code === 0 ? '' : `${stdout}${stderr}`;
  } finally {
    await rm(project, { recursive: true });
  }
}

describe.skipIf(externalProgramsFolder === undefined)('Relay’s compiler', () => {
  test('accepts every document of docs/queries', async () => {
    expect(examples.size).toBeGreaterThan(0);
    expect(await compile(examples)).toBe('');
  });

  test('accepts pagination of every connection of the schema, in both directions where the connection has both', async () => {
    const modules = toConnectionModules(schema);

    expect([...modules.keys()]).toEqual(
      expect.arrayContaining([
        'Query_search_first',
        'Query_threads_last',
        'Query_feed_first',
        'Subscription_inbox_first',
      ]),
    );
    expect(await compile(modules)).toBe('');
  });

  test('refuses a document that the schema refuses', async () => {
    expect(await compile(new Map([toDocumentModule('Wrong', '{ nothing }')]))).toContain('nothing');
  });
});
