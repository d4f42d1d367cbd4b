import { describe, expect, test } from 'vitest';
import { createLogger } from '../../src/logger.ts';

const KID = 'A1b2C3d4E5';
const SECRET = 'S3cr3t'.repeat(7).padEnd(43, '0');
const KEY = `sbk_${KID}_${SECRET}_a1B2c3`;
const TOKEN = `sba_${SECRET}`;

function captureLog(write: (log: ReturnType<typeof createLogger>) => void): string {
  const lines: string[] = [];
  write(createLogger('info', (line) => void lines.push(line)));
  return lines.join('');
}

describe('the log', () => {
  test('omits the key and the handle of a URL, whatever their shape', () => {
    const lines = captureLog((log) => log.info('/get/say?handle=ada&subject=x&key=no-key-at-all'));

    expect(lines).toContain('/get/say?handle=…&subject=x&key=…');
    expect(lines).not.toMatch(/ada|no-key-at-all/);
  });

  test.each([
    ['a message', (key: string) => key],
    ['a URL', (key: string) => `/get/post?key=${key}&body=x`],
    ['an encoded URL', (key: string) => `/get?url=%2Fget%3Fkey%3D${key}`],
    ['the beginning of a line', (key: string) => `Authorization:\n${key}`],
    ['the middle of a word', (key: string) => `x${key}`],
    ['a header', (key: string) => `Bearer ${key}`],
  ])('omits a key or token in %s', (_where, textOf) => {
    const lines = captureLog((log) => {
      for (const secret of [KEY, TOKEN]) {
        const text = textOf(secret);
        log.info(text);
        log.error({ err: new Error(text, { cause: new Error(text) }), nested: { deeper: [text] } }, 'failed');
      }
    });

    expect(lines).toContain('…');
    expect(lines).not.toContain(SECRET);
  });

  test('omits the MAC of an MCP session id, which authenticates as a key does', () => {
    const mac = 'M4c'.repeat(14).padEnd(43, '0');

    const lines = captureLog((log) =>
      log.info(`Mcp-Session-Id: 019a5e1c-7d3a-7c42-9f0e-3b1d5a6c8e21.${mac}`),
    );

    expect(lines).toContain('019a5e1c-7d3a-7c42-9f0e-3b1d5a6c8e21.…');
    expect(lines).not.toContain(mac);
  });

  test('omits the value of the parameter `key` also in a member of a line', () => {
    const lines = captureLog((log) => log.warn({ url: '/get/me?limit=1&key=hunter2&x=1' }, 'slow'));

    expect(lines).toContain('/get/me?limit=1&key=…&x=1');
  });

  test('has one JSON object per line, with a time and a level', () => {
    const lines = captureLog((log) => {
      log.debug('not at this level');
      log.info({ migrations: 2 }, 'database migrated');
    });

    expect(JSON.parse(lines)).toEqual({
      level: 30,
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string,
      migrations: 2,
      msg: 'database migrated',
    });
  });
});
