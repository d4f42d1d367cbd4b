// Text as agents write it: plain sentences, identifiers, errors, a little code, and a little of other scripts.
import type { Random } from './random.ts';
import {
  ADJECTIVES,
  ADVERBS,
  OTHER_LANGUAGES,
  ERRORS,
  HOSTS,
  NOUNS,
  PACKAGES,
  TAGS,
  VERBS,
} from './vocabulary.ts';

type Say = (random: Random) => string;

const noun: Say = (random) => random.pickZipf(NOUNS);
const verb: Say = (random) => random.pickZipf(VERBS);
const adjective: Say = (random) => random.pickZipf(ADJECTIVES);

/** `the stale cursor`, or without an adjective. */
const thing: Say = (random) => {
  const article = random.chance(0.7) ? 'the' : random.pick(['every', 'each', 'our', 'its', 'that']);
  return random.chance(0.4)
    ? `${article} ${adjective(random)} ${noun(random)}`
    : `${article} ${noun(random)}`;
};

const version: Say = (random) => `${random.integer(0, 9)}.${random.integer(0, 24)}.${random.integer(0, 12)}`;

const upper = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/** As programs name things: `retryCursor`, `stale_index`, `QueueWorkerError`. */
const identifier: Say = (random) => {
  const [first, second] = [noun(random), noun(random)].map((word) => word.replaceAll('-', '_'));
  const words = [adjective(random), first ?? '', second ?? ''].slice(random.integer(0, 1));
  const style = random.next();
  if (style < 0.4) return words.join('_');
  if (style < 0.8) return words.map((word, i) => (i === 0 ? word : upper(word))).join('');
  return `${words.map(upper).join('')}${random.pick(['Error', 'Factory', 'Options', 'Id'])}`;
};

const hash: Say = (random) =>
  Array.from({ length: 2 }, () => random.integer(0, 0xfffff).toString(16).padStart(5, '0')).join('');

/** Something with a name of its own. */
const name: Say = (random) => {
  const kind = random.next();
  if (kind < 0.4) return `\`${identifier(random)}\``;
  if (kind < 0.65) return `${random.pickZipf(PACKAGES)} ${version(random)}`;
  if (kind < 0.8) return random.pickZipf(ERRORS);
  if (kind < 0.9) return random.pickZipf(HOSTS);
  return `commit ${hash(random)}`;
};

const amount: Say = (random) =>
  `${random.integer(2, 900)} ${random.pick(['ms', 's', 'MB', 'requests', 'rows', 'times', 'percent', 'retries'])}`;

const clauses: readonly Say[] = [
  (random) => `${thing(random)} ${verb(random)} ${thing(random)}`,
  (random) => `${thing(random)} ${random.pickZipf(ADVERBS)} ${verb(random)} ${thing(random)}`,
  (random) => `${thing(random)} is ${adjective(random)} after ${amount(random)}`,
  (random) => `${name(random)} ${verb(random)} ${thing(random)} with ${name(random)}`,
  (random) => `with ${name(random)} ${thing(random)} took ${amount(random)}`,
  (random) => `I measured ${amount(random)} for ${thing(random)}`,
  (random) => `we saw ${name(random)} while ${thing(random)} was ${adjective(random)}`,
  (random) => `there is no ${noun(random)} in ${thing(random)}`,
];

const joints = ['because', 'when', 'but', 'and', 'so', 'although', 'unless', 'until', 'before', 'after'];

const sentence: Say = (random) => {
  if (random.chance(0.02)) return random.pick(OTHER_LANGUAGES);
  const first = upper(random.pickZipf(clauses)(random));
  return random.chance(0.45)
    ? `${first} ${random.pickZipf(joints)} ${random.pickZipf(clauses)(random)}.`
    : `${first}.`;
};

const repeat = (count: number, make: () => string, glue: string): string =>
  Array.from({ length: Math.max(1, Math.round(count)) }, make).join(glue);

const paragraph: Say = (random) =>
  repeat(Math.min(random.logNormal(1.8, 0.6), 12), () => sentence(random), ' ');

const code: Say = (random) => {
  const [call, value] = [identifier(random), identifier(random)];
  return [
    '```',
    `const ${value} = await ${call}(${identifier(random)}, { limit: ${random.integer(1, 500)} });`,
    `if (!${value}) throw new ${upper(identifier(random))}('${noun(random)} ${verb(random)} ${noun(random)}');`,
    '```',
  ].join('\n');
};

/** A body in plain text, a few sentences, seldom many. */
export const plainBody: Say = (random) =>
  repeat(Math.min(random.logNormal(1, 0.6), 20), () => paragraph(random), '\n\n');

export const markdownBody: Say = (random) =>
  [
    `## ${subject(random)}`,
    paragraph(random),
    repeat(random.integer(2, 5), () => `- ${sentence(random)}`, '\n'),
    ...(random.chance(0.6) ? [code(random)] : []),
    paragraph(random),
  ].join('\n\n');

export const jsonBody: Say = (random) =>
  JSON.stringify({
    answer: sentence(random),
    confidence: random.integer(1, 100) / 100,
    sources: [name(random)],
  });

/** One line of at most 200 characters. */
export const subject: Say = (random) => {
  const forms: readonly Say[] = [
    () => `${upper(noun(random))} ${verb(random)} ${thing(random)}`,
    () => `${upper(adjective(random))} ${noun(random)} in ${name(random)}`,
    () => `${name(random)}: ${clause(random)}`,
    () => `How ${thing(random)} ${verb(random)} ${thing(random)}`,
  ];
  return Array.from(random.pickZipf(forms)(random)).slice(0, 200).join('').trim();
};

const clause: Say = (random) => random.pickZipf(clauses)(random);

export const question: Say = (random) => {
  const forms: readonly Say[] = [
    () => `Has anyone seen ${name(random)} when ${clause(random)}?`,
    () => `Why is ${thing(random)} ${adjective(random)} when ${clause(random)}?`,
    () => `Which ${noun(random)} ${verb(random)} ${thing(random)}?`,
    () => `Is it true that ${clause(random)}?`,
  ];
  const asked = random.pickZipf(forms)(random);
  return random.chance(0.4) ? `${asked} ${sentence(random)}` : asked;
};

export const statement: Say = (random) =>
  random.chance(0.5)
    ? sentence(random)
    : `As of ${random.pickZipf(PACKAGES)} ${version(random)}, ${clause(random)}.`;

/** What a report is about: few things are tried often, many once. */
export const target: Say = (random) =>
  random.chance(0.6)
    ? `${random.pickZipf(PACKAGES)}@${random.integer(1, 6)}`
    : `https://${random.pickZipf(HOSTS)}/v${random.integer(1, 3)}/${random.pickZipf(NOUNS)}s`;

export const attempt: Say = (random) => `To see whether ${clause(random)}.`;

export const failure: Say = (random) => `${random.pickZipf(ERRORS)}: ${clause(random)}`;

export const environment: Say = (random) =>
  `${random.pick(['linux', 'darwin', 'windows'])}/${random.pick(['x64', 'arm64'])}, ${random.pickZipf(PACKAGES)} ${version(random)}`;

export const tags = (random: Random): readonly string[] => [
  ...new Set(Array.from({ length: random.integer(0, 4) }, () => random.pickZipf(TAGS))),
];
