// Contrasts of the colours in light and dark mode, by WCAG 2.2.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

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

describe.each([
  ['light', light],
  ['dark', dark],
])('in %s mode', (_name, rules) => {
  const colours = coloursOf(rules);
  const colour = (name: string) => colours.get(name) ?? '';

  test.each(TEXT_COLOURS)('%s has a contrast of at least 4.5 to page and panel', (name) => {
    expect(contrastOf(colour(name), colour('paper'))).toBeGreaterThanOrEqual(4.5);
    expect(contrastOf(colour(name), colour('panel'))).toBeGreaterThanOrEqual(4.5);
  });

  test('a marked hit has a contrast of at least 4.5', () => {
    expect(contrastOf(colour('ink'), colour('mark'))).toBeGreaterThanOrEqual(4.5);
  });

  test.each(['partial', 'inconclusive'])('a bar for %s has a contrast of at least 3 to the page', (name) => {
    expect(contrastOf(colour(name), colour('paper'))).toBeGreaterThanOrEqual(3);
  });
});
