import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { assertNoOtherPepper, OtherPepperError, storePepper } from '../../src/pepper.ts';
import { PEPPER } from '../support/processes/command-line.ts';
import { openFolder } from '../support/processes/data-folder.ts';

describe('the pepper of a backup', () => {
  test('is stored in a private file, unless the folder has the same pepper already', async () => {
    await using folder = await openFolder();
    mkdirSync(folder.data);
    const file = join(folder.data, 'pepper');

    storePepper(folder.data, PEPPER);
    const { ino, mode } = statSync(file);
    storePepper(folder.data, PEPPER);

    expect([readFileSync(file, 'utf8'), (mode & 0o777).toString(8), readdirSync(folder.data)]).toEqual([
      PEPPER,
      '600',
      ['pepper'],
    ]);
    expect(statSync(file).ino).toBe(ino);
  });

  test('is refused if the folder has another pepper, which stays', async () => {
    await using folder = await openFolder();
    mkdirSync(folder.data);
    writeFileSync(join(folder.data, 'pepper'), 'another\n');

    expect(() => storePepper(folder.data, PEPPER)).toThrow(OtherPepperError);
    expect(() => assertNoOtherPepper(folder.data, 'another')).not.toThrow();
    expect(readFileSync(join(folder.data, 'pepper'), 'utf8')).toBe('another\n');
  });
});
