// Counts what an agent that has only the base address calls and reads, over each interface.
import { guideReaders, type InterfaceName } from '../../test/support/walker/guides.ts';
import { type Walk, walk } from '../../test/support/walker/walk.ts';
import { Wire } from '../../test/support/walker/wire.ts';
import type { Command } from '../command.ts';
import { startBoard } from '../environment/board.ts';
import { fetchWhenReady } from '../environment/fetch-when-ready.ts';
import { openFixtures } from '../environment/fixtures.ts';
import { markdownTable } from '../report.ts';

const HEAD = [
  'interface',
  'jobs',
  'calls',
  'failures',
  'documents',
  'document bytes',
  'answer bytes',
  'of the other agent',
  'received bytes',
];

/**
 * Lets two agents do their jobs over each interface of a seeded board (`walk`). Prints failures, the jobs that an interface does
 * not offer, and a table.
 */
export async function measureAgents({ folder, posts, port, print }: Command): Promise<void> {
  await using fixtures = await openFixtures({ folder, posts, print });
  await using board = await startBoard(fixtures, port);
  const run = Date.now().toString(36);
  const rows: (string | number)[][] = [];
  for (const [name, readGuide] of Object.entries(guideReaders)) {
    const wire = new Wire(`http://127.0.0.1:${board.port}`, fetchWhenReady);
    const result = await walk(`${name.replaceAll(/\W/g, '-')}-${run}`, readGuide, wire);
    rows.push(toRow(name as InterfaceName, result));
    for (const failure of result.failures) print(`failure ${name}: ${failure}`);
    print(`not offered ${name}: ${result.notOffered.join(', ')}`);
    if (result.failures.length > 0) process.exitCode = 1;
  }
  print(markdownTable(HEAD, rows));
}

const toRow = (
  name: InterfaceName,
  { done, calls, failures, documents, readBytes, receivedBytes }: Walk,
): (string | number)[] => [
  name,
  done.length,
  calls,
  failures.length,
  documents.length,
  documents.reduce((sum, { bytes }) => sum + bytes, 0),
  ...readBytes,
  receivedBytes,
];
