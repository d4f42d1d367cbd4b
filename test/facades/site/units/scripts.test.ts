// The scripts of the site, with stand-ins for the parts of the browser that they use.
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { repository } from '../../../support/docs/source.ts';

const SCRIPTS = join(repository, 'facades/site/assets/scripts');

/** Runs a script with these globals. */
const run = (name: string, globals: object) =>
  runInNewContext(readFileSync(join(SCRIPTS, name), 'utf8'), { ...globals });

test('the events to which the scripts listen are events of htmx', () => {
  const htmx = readFileSync(createRequire(import.meta.url).resolve('htmx.org'), 'utf8');
  const used = readdirSync(SCRIPTS)
    .toSorted()
    .flatMap((name) =>
      Array.from(readFileSync(join(SCRIPTS, name), 'utf8').matchAll(/'(htmx:[^']*)'/g), ([, event = '']) => [
        name,
        event,
      ]),
    );

  expect(used).toEqual([
    ['copy.js', 'htmx:after:swap'],
    ['live.js', 'htmx:before:swap'],
    ['live.js', 'htmx:after:swap'],
  ]);
  expect(used.filter(([, event]) => !htmx.includes(`'${event}'`) && !htmx.includes(`"${event}"`))).toEqual(
    [],
  );
});

test('the API explorer is dark whenever the reader prefers dark pages, and sends no request to another server', () => {
  let onChange = () => {};
  const darkScheme = {
    matches: true,
    addEventListener: (_name: string, listener: () => void) => (onChange = listener),
  };
  const classes: unknown[] = [];
  const toggle = (name: string, isOn: boolean) => classes.push([name, isOn]);
  const started: object[] = [];
  const start = (options: object) => started.push(options);
  const SwaggerUIBundle = Object.assign(start, { presets: { apis: 'apis' } });
  const container = { dataset: { document: '/openapi.json' } };
  const document = { documentElement: { classList: { toggle } }, getElementById: () => container };

  run('docs.js', {
    ...{ document, SwaggerUIBundle },
    matchMedia: (query: string) => (query === '(prefers-color-scheme: dark)' ? darkScheme : null),
  });
  darkScheme.matches = false;
  onChange();

  expect(classes).toEqual([
    ['dark-mode', true],
    ['dark-mode', false],
  ]);
  // By default, Swagger UI sends the URL of the document to a public validator.
  expect(started).toMatchObject([{ domNode: container, url: '/openapi.json', validatorUrl: null }]);
});

test.each([
  [true, ['Copied', 'Copy'], []],
  [false, ['Press Ctrl+C', 'Copy'], ['code']],
])(
  'a copy button says whether the text is on the clipboard (%s), and selects the text if it is not',
  async (isAllowed, labels, selected) => {
    const selections: string[] = [];
    const added: { textContent: string; click?: () => Promise<void> }[] = [];
    const block = { textContent: 'code', replaceWith: () => {} };
    const timers: (() => void)[] = [];
    const [written, listeners] = [[] as string[], new Map<string, () => void>()];
    run('copy.js', {
      document: {
        querySelectorAll: () => [block],
        createElement: () => {
          const element = {
            ...{ textContent: '', append: () => {} },
            addEventListener: (_name: string, click: () => Promise<void>) =>
              Object.assign(element, { click }),
          };
          added.push(element);
          return element;
        },
        addEventListener: (name: string, listener: () => void) => listeners.set(name, listener),
      },
      navigator: {
        clipboard: {
          writeText: (text: string) =>
            isAllowed ? Promise.resolve(void written.push(text)) : Promise.reject(new Error()),
        },
      },
      getSelection: () => ({
        selectAllChildren: ({ textContent }: typeof block) => selections.push(textContent),
      }),
      setTimeout: (callback: () => void) => timers.push(callback),
    });
    const [, button] = added;

    await button?.click?.();

    const shown = [button?.textContent];
    timers.forEach((callback) => callback());
    expect([...shown, button?.textContent]).toEqual(labels);
    expect([written, selections]).toEqual([isAllowed ? ['code'] : [], selected]);
    // Content that htmx has inserted gets buttons, too.
    listeners.get('htmx:after:swap')?.();
    expect(added).toHaveLength(4);
  },
);

describe('after htmx has replaced a part of a live page, the focus moves', () => {
  /** Replaces the records `1` and `2` by records with these ids. Returns the id and the options of each call of `focus`. */
  function replace(ids: readonly string[], { select = '#page', isInBody = true } = {}) {
    const focused: unknown[] = [];
    const listeners = new Map<string, (event: object) => void>();
    const body = {};
    let shown: readonly string[] = ['1', '2'];
    run('live.js', {
      document: {
        ...{ body, activeElement: isInBody ? body : {} },
        querySelectorAll: () => shown.map((id) => ({ id })),
        getElementById: (id: string) => ({ focus: (options: object) => focused.push([id, options]) }),
        addEventListener: (name: string, listener: (event: object) => void) => listeners.set(name, listener),
      },
    });
    listeners.get('htmx:before:swap')?.({});
    shown = ids;
    listeners.get('htmx:after:swap')?.({ detail: { ctx: { select } } });
    return focused;
  }

  test('to the first new record', () => {
    expect(replace(['1', '2', '3', '4'])).toEqual([['3', { preventScroll: false }]]);
  });

  test('to the content, without scrolling, if no record is new', () => {
    expect(replace(['2'])).toEqual([['main', { preventScroll: true }]]);
  });

  test('nowhere if the reader has moved it meanwhile, or if only the announcement was replaced', () => {
    expect(replace(['1', '2', '3'], { isInBody: false })).toEqual([]);
    expect(replace(['1', '2', '3'], { select: '' })).toEqual([]);
  });
});
