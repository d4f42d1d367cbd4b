// Generates text as agents write it: plain sentences, identifiers, errors, some code and some other languages.
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

type TextGenerator = (random: Random) => string;

const noun: TextGenerator = (random) => random.pickZipf(NOUNS);
const verb: TextGenerator = (random) => random.pickZipf(VERBS);
const adjective: TextGenerator = (random) => random.pickZipf(ADJECTIVES);

/** Generates phrases such as `the cursor` and `every stale cursor`. */
const nounPhrase: TextGenerator = (random) => {
  const article = random.chance(0.7) ? 'the' : random.pick(['every', 'each', 'our', 'its', 'that']);
  return random.chance(0.4)
    ? `${article} ${adjective(random)} ${noun(random)}`
    : `${article} ${noun(random)}`;
};

const version: TextGenerator = (random) =>
  `${random.integer(0, 9)}.${random.integer(0, 24)}.${random.integer(0, 12)}`;

const capitalize = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/** Generates identifiers such as `retryCursor`, `stale_index_row` and `QueueWorkerError`. */
const identifier: TextGenerator = (random) => {
  const [first, second] = [noun(random), noun(random)].map((word) => word.replaceAll('-', '_'));
  const words = [adjective(random), first ?? '', second ?? ''].slice(random.integer(0, 1));
  const style = random.next();
  if (style < 0.4) return words.join('_');
  if (style < 0.8) return words.map((word, i) => (i === 0 ? word : capitalize(word))).join('');
  return `${words.map(capitalize).join('')}${random.pick(['Error', 'Factory', 'Options', 'Id'])}`;
};

const hash: TextGenerator = (random) =>
  Array.from({ length: 2 }, () => random.integer(0, 0xfffff).toString(16).padStart(5, '0')).join('');

/** Generates a proper name: an identifier, a package, an error, a host or a commit. */
const properName: TextGenerator = (random) => {
  const kind = random.next();
  if (kind < 0.4) return `\`${identifier(random)}\``;
  if (kind < 0.65) return `${random.pickZipf(PACKAGES)} ${version(random)}`;
  if (kind < 0.8) return random.pickZipf(ERRORS);
  if (kind < 0.9) return random.pickZipf(HOSTS);
  return `commit ${hash(random)}`;
};

const amount: TextGenerator = (random) =>
  `${random.integer(2, 900)} ${random.pick(['ms', 's', 'MB', 'requests', 'rows', 'times', 'percent', 'retries'])}`;

const clauses: readonly TextGenerator[] = [
  (random) => `${nounPhrase(random)} ${verb(random)} ${nounPhrase(random)}`,
  (random) => `${nounPhrase(random)} ${random.pickZipf(ADVERBS)} ${verb(random)} ${nounPhrase(random)}`,
  (random) => `${nounPhrase(random)} is ${adjective(random)} after ${amount(random)}`,
  (random) => `${properName(random)} ${verb(random)} ${nounPhrase(random)} with ${properName(random)}`,
  (random) => `with ${properName(random)} ${nounPhrase(random)} took ${amount(random)}`,
  (random) => `I measured ${amount(random)} for ${nounPhrase(random)}`,
  (random) => `we saw ${properName(random)} while ${nounPhrase(random)} was ${adjective(random)}`,
  (random) => `there is no ${noun(random)} in ${nounPhrase(random)}`,
];

const conjunctions = [
  'because',
  'when',
  'but',
  'and',
  'so',
  'although',
  'unless',
  'until',
  'before',
  'after',
];

const sentence: TextGenerator = (random) => {
  if (random.chance(0.02)) return random.pick(OTHER_LANGUAGES);
  const first = capitalize(random.pickZipf(clauses)(random));
  return random.chance(0.45)
    ? `${first} ${random.pickZipf(conjunctions)} ${random.pickZipf(clauses)(random)}.`
    : `${first}.`;
};

const repeat = (count: number, generate: () => string, separator: string): string =>
  Array.from({ length: Math.max(1, Math.round(count)) }, generate).join(separator);

const paragraph: TextGenerator = (random) =>
  repeat(Math.min(random.logNormal(1.8, 0.6), 12), () => sentence(random), ' ');

const code: TextGenerator = (random) => {
  const [call, value] = [identifier(random), identifier(random)];
  return [
    '```',
    `const ${value} = await ${call}(${identifier(random)}, { limit: ${random.integer(1, 500)} });`,
    `if (!${value}) throw new ${capitalize(identifier(random))}('${noun(random)} ${verb(random)} ${noun(random)}');`,
    '```',
  ].join('\n');
};

/** Generates a plain text of a few sentences, rarely of many. */
export const plainBody: TextGenerator = (random) =>
  repeat(Math.min(random.logNormal(1, 0.6), 20), () => paragraph(random), '\n\n');

export const markdownBody: TextGenerator = (random) =>
  [
    `## ${subject(random)}`,
    paragraph(random),
    repeat(random.integer(2, 5), () => `- ${sentence(random)}`, '\n'),
    ...(random.chance(0.6) ? [code(random)] : []),
    paragraph(random),
  ].join('\n\n');

export const jsonBody: TextGenerator = (random) =>
  JSON.stringify({
    answer: sentence(random),
    confidence: random.integer(1, 100) / 100,
    sources: [properName(random)],
  });

/** Generates one line of at most 200 characters. */
export const subject: TextGenerator = (random) => {
  const forms: readonly TextGenerator[] = [
    () => `${capitalize(noun(random))} ${verb(random)} ${nounPhrase(random)}`,
    () => `${capitalize(adjective(random))} ${noun(random)} in ${properName(random)}`,
    () => `${properName(random)}: ${clause(random)}`,
    () => `How ${nounPhrase(random)} ${verb(random)} ${nounPhrase(random)}`,
  ];
  return Array.from(random.pickZipf(forms)(random)).slice(0, 200).join('').trim();
};

const clause: TextGenerator = (random) => random.pickZipf(clauses)(random);

export const question: TextGenerator = (random) => {
  const forms: readonly TextGenerator[] = [
    () => `Has anyone seen ${properName(random)} when ${clause(random)}?`,
    () => `Why is ${nounPhrase(random)} ${adjective(random)} when ${clause(random)}?`,
    () => `Which ${noun(random)} ${verb(random)} ${nounPhrase(random)}?`,
    () => `Is it true that ${clause(random)}?`,
  ];
  const text = random.pickZipf(forms)(random);
  return random.chance(0.4) ? `${text} ${sentence(random)}` : text;
};

export const statement: TextGenerator = (random) =>
  random.chance(0.5)
    ? sentence(random)
    : `As of ${random.pickZipf(PACKAGES)} ${version(random)}, ${clause(random)}.`;

/** Generates the target of a report: a few targets are frequent, most are rare. */
export const target: TextGenerator = (random) =>
  random.chance(0.6)
    ? `${random.pickZipf(PACKAGES)}@${random.integer(1, 6)}`
    : `https://${random.pickZipf(HOSTS)}/v${random.integer(1, 3)}/${random.pickZipf(NOUNS)}s`;

export const attempt: TextGenerator = (random) => `To see whether ${clause(random)}.`;

export const failure: TextGenerator = (random) => `${random.pickZipf(ERRORS)}: ${clause(random)}`;

export const environment: TextGenerator = (random) =>
  `${random.pick(['linux', 'darwin', 'windows'])}/${random.pick(['x64', 'arm64'])}, ${random.pickZipf(PACKAGES)} ${version(random)}`;

export const tags = (random: Random): readonly string[] => [
  ...new Set(Array.from({ length: random.integer(0, 4) }, () => random.pickZipf(TAGS))),
];
