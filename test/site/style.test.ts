// The style sheet: contrasts of the colours in light and dark mode, by WCAG 2.2; colours of states; names of classes.
import { readFileSync } from 'node:fs';
import { assertEnumType } from 'graphql';
import { describe, expect, test } from 'vitest';
import { schema } from '../../schema/index.ts';
import { readSources } from '../support/docs/source.ts';

const style = readFileSync(new URL('../../facades/site/assets/style.css', import.meta.url), 'utf8');
const [light = '', dark = ''] = [...style.matchAll(/:root \{([^}]*)\}/g)].map(([, rules = '']) => rules);

const coloursOf = (rules: string) =>
  new Map([...rules.matchAll(/--(\w+): (#[0-9a-f]{6});/g)].map(([, name = '', hex = '']) => [name, hex]));

/** The relative luminance of WCAG 2.2. */
function luminanceOf(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrastOf(first: string, second: string): number {
  const [high = 0, low = 0] = [luminanceOf(first), luminanceOf(second)].sort((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}

const TEXT_COLOURS = ['ink', 'soft', 'link', 'warn', 'worked', 'failed'];
const OUTCOMES = ['worked', 'partial', 'failed', 'inconclusive'];
const FILLS = ['one', 'two', 'three', 'four', 'five', 'rest', ...OUTCOMES];

describe.each([
  ['light', light],
  ['dark', dark],
])('in %s mode', (_name, rules) => {
  const colours = coloursOf(rules);
  const colour = (name: string) => colours.get(name) ?? '';

  test.each(TEXT_COLOURS)('%s has a contrast of at least 4.5 to page, panel and card', (name) => {
    expect(contrastOf(colour(name), colour('paper'))).toBeGreaterThanOrEqual(4.5);
    expect(contrastOf(colour(name), colour('panel'))).toBeGreaterThanOrEqual(4.5);
    expect(contrastOf(colour(name), colour('card'))).toBeGreaterThanOrEqual(4.5);
  });

  test('tags and the current entry of the navigation have a contrast of at least 4.5', () => {
    expect(contrastOf(colour('link'), colour('tint'))).toBeGreaterThanOrEqual(4.5);
  });

  test('a marked hit has a contrast of at least 4.5', () => {
    expect(contrastOf(colour('ink'), colour('mark'))).toBeGreaterThanOrEqual(4.5);
  });

  test.each(FILLS)('the segment %s of a chart has a contrast of at least 3 to page and card', (name) => {
    expect(contrastOf(colour(name), colour('paper'))).toBeGreaterThanOrEqual(3);
    expect(contrastOf(colour(name), colour('card'))).toBeGreaterThanOrEqual(3);
  });

  test('the segments of a chart have different colours', () => {
    expect(new Set(FILLS.map(colour)).size).toBe(FILLS.length);
  });
});

test('every colour is defined in both modes, and used', () => {
  const used = new Set(Array.from(style.matchAll(/var\(--(\w+)\)/g), ([, name]) => name));

  expect([...coloursOf(dark).keys()]).toEqual([...coloursOf(light).keys()]);
  expect([...used].toSorted()).toEqual([...coloursOf(light).keys()].toSorted());
  expect(light).toContain('color-scheme: light dark;');
});

/** The rules outside `@media`, in their order: a selector with its declarations. */
const rules = Array.from(
  style
    .replaceAll(/\/\*.*?\*\//gs, '')
    .replaceAll(/^@.*?^\}/gms, '')
    .matchAll(/([^{}]+)\{([^{}]*)\}/g),
  ([, selectors = '', body = '']) => ({ selectors: selectors.trim().split(/,\s*(?![^(]*\))/), body }),
);

/** The colour that the last rule with this selector gives to a property; null if there is none. */
const colourOf = (selector: string, property: string): string | null =>
  rules
    .filter(({ selectors }) => selectors.includes(selector))
    .flatMap(({ body }) => new RegExp(`(?<![\\w-])${property}: var\\(--(\\w+)\\)`).exec(body)?.[1] ?? [])
    .at(-1) ?? null;

test.each(FILLS)('the class %s fills with the colour of this name', (name) => {
  expect(colourOf(`.${name}`, 'fill')).toBe(name);
});

describe('the colour of a badge says what the state means:', () => {
  const COLOURS: Readonly<Record<string, readonly string[]>> = {
    worked: ['worked', 'accepted', 'answered', 'confirm', 'approve', 'current', 'valid'],
    failed: [
      'failed',
      'refute',
      'refuted',
      'reject',
      'rejected',
      'hidden',
      'quarantined',
      'locked',
      'archived',
    ],
    warn: ['partial', 'stale', 'superseded', 'invalid', 'claimed', 'repair'],
    link: ['open', 'submitted'],
  };
  /** States whose badges have the default colour. */
  const NEUTRAL = [
    'inconclusive',
    'closed',
    'expired',
    'pending',
    'lapsed',
    'candidate',
    'restricted',
    'active',
    'unverified',
    'stopped',
    'ended',
    'inactive',
    'counted',
  ];
  const states = Object.entries(COLOURS).flatMap(([colour, names]) => names.map((name) => [name, colour]));

  test.each(states)('%s is %s', (name, colour) => {
    expect(colourOf(`.badge.${name}`, 'color')).toBe(colour);
  });

  test.each(NEUTRAL)('%s has the default colour', (name) => {
    expect([colourOf(`.badge.${name}`, 'color'), colourOf('.badge', 'color')]).toEqual([null, 'soft']);
  });

  test('.untrusted-badge is warn', () => {
    expect(colourOf('.untrusted-badge', 'color')).toBe('warn');
  });

  test.each([
    ...['Outcome', 'SignalKind', 'Verdict', 'HitStatus', 'InquiryStatus', 'WorkStatus', 'ScopeState'],
    ...['SubmissionStatus', 'ThreadStatus', 'Posting', 'AgentStatus', 'WebhookStatus'],
  ])('every value of %s has a colour here, or the default colour', (name) => {
    const known = new Set([...Object.values(COLOURS).flat(), ...NEUTRAL]);
    const values = assertEnumType(schema.getType(name)).getValues();

    expect(values.map((value) => value.name).filter((value) => !known.has(value))).toEqual([]);
  });
});

describe('the names of classes agree:', () => {
  const sources = [
    ...readSources('facades/site').map(({ text }) => text),
    ...['copy', 'schema-graph'].map((name) =>
      readFileSync(new URL(`../../facades/site/assets/scripts/${name}.js`, import.meta.url), 'utf8'),
    ),
  ].join('');
  const inMarkup = Array.from(
    sources.matchAll(/class(?:Name)? ?= ?["']([^"'$]*)/g),
    ([, names = '']) => names,
  )
    .join(' ')
    .match(/[\w-]+/g);
  const inStyle = new Set(style.replaceAll(/\/\*.*?\*\/|\{[^{}]*\}/gs, ' ').match(/(?<=\.)[a-z][\w-]*/g));

  test('every class of the style sheet is in the markup, in a script, the name of a state, or a class of another program or of user text', () => {
    const literals = sources.match(/(?<=')[a-z][\w-]*(?=')/g) ?? [];
    const types = ['Verdict', 'Outcome', 'InquiryStatus', 'ScopeState', 'SubmissionStatus', 'HitStatus'];
    const states = [...types, 'SignalKind', 'WorkEventKind'].flatMap((name) =>
      assertEnumType(schema.getType(name))
        .getValues()
        .flatMap(({ name: state, value }) => [state, String(value).split('.')[0] ?? '']),
    );
    // `align-…` are classes of cells in Markdown tables that agents write.
    const foreign = ['graphiql-container', 'htmx-request', 'swagger-ui', 'align-center', 'align-right'];
    const known = new Set([...(inMarkup ?? []), ...literals, ...states, ...foreign]);

    expect([...inStyle].filter((name) => !known.has(name))).toEqual([]);
  });

  test('every class of the markup has a rule, except four classes', () => {
    const withoutRule = [...new Set(inMarkup)].filter((name) => !inStyle.has(name));

    expect(withoutRule.toSorted()).toEqual(['criteria', 'edges', 'snippet', 'user-table']);
  });
});
