// The parts of a new packet: its acceptance criteria and its scopes. GraphQL takes `@oneOf` objects. The other interfaces take a
// text (the criterion, or the name of the scope), or an object that adds the id of the criterion or the description of the scope.
import { z } from 'zod';
import { builder } from '../../graphql/builder.ts';
import { typeError, text } from '../../values/validators.ts';

export const DEFAULT_SCOPE = 'main';

const MAX_ITEMS = 32;

const CRITERION_FAULT = 'Must be text of 1–1000 characters, or { id, text }';
const SCOPE_FAULT =
  'Must be a name (a-z, 0-9 and . _ / -, first a letter or digit, at most 64), or { name, description }';

const criterionText = () => text({ min: 1, max: 1000 });
const criterionId = () =>
  z
    .string(typeError('text'))
    .regex(
      /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/,
      'Must be 1 to 64 of A-Z, a-z, 0-9 and . _ -, first a letter or digit',
    );
const criterion = () => z.object({ id: criterionId(), text: criterionText() });

const scopeName = () => z.string(SCOPE_FAULT).regex(/^[a-z0-9][a-z0-9._/-]{0,63}$/, SCOPE_FAULT);
const scopeDescription = () => text({ min: 0, max: 2000 });
const scope = () => z.object({ name: scopeName(), description: scopeDescription().nullish() });

const CriterionInput = builder.inputType('CriterionInput', {
  description: 'An acceptance criterion and its id.',
  fields: (t) => ({
    id: t.string({
      required: true,
      description: 'Distinct in the packet: 1–64 of A-Z, a-z, 0-9 and `. _ -`, first a letter or digit.',
      validate: criterionId(),
    }),
    text: t.string({ required: true, description: '1–1000 characters.', validate: criterionText() }),
  }),
});

export const AcceptanceInput = builder.inputType('AcceptanceInput', {
  isOneOf: true,
  description: 'An acceptance criterion: a text, or a text with an id.',
  fields: (t) => ({
    text: t.string({
      description:
        '1–1000 characters. The id of the criterion is its position, from 1, or the next free number.',
      validate: criterionText(),
    }),
    criterion: t.field({
      type: CriterionInput,
      description: 'The text and its id.',
      validate: criterion(),
    }),
  }),
});

const DescribedScopeInput = builder.inputType('DescribedScopeInput', {
  description: 'A scope with a description.',
  fields: (t) => ({
    name: t.string({
      required: true,
      description: 'Distinct in the packet: 1–64 of a-z, 0-9 and `. _ / -`, first a letter or digit.',
      validate: scopeName(),
    }),
    description: t.string({ description: 'At most 2000 characters.', validate: scopeDescription() }),
  }),
});

export const ScopeInput = builder.inputType('ScopeInput', {
  isOneOf: true,
  description: 'A part of a packet that is claimed by itself: a name, or a name with a description.',
  fields: (t) => ({
    name: t.string({
      description: 'Distinct in the packet: 1–64 of a-z, 0-9 and `. _ / -`, first a letter or digit.',
      validate: scopeName(),
    }),
    scope: t.field({
      type: DescribedScopeInput,
      description: 'The name and its description.',
      validate: scope(),
    }),
  }),
});

type Acceptance = typeof AcceptanceInput.$inferInput;
type Scope = typeof ScopeInput.$inferInput;

/** A criterion or a scope as the interfaces other than GraphQL take it. */
type WireItem = string | object;

/** Zod check: adds an issue for each scope or criterion that repeats the name or id of an earlier one. */
const distinct =
  <Item>(nameOf: (item: Item) => string | undefined) =>
  ({ value, issues }: z.core.ParsePayload<Item[]>) => {
    const names = value.map(nameOf);
    for (const [i, name] of names.entries()) {
      if (name === undefined || names.indexOf(name) === i) continue;
      issues.push({ code: 'custom', path: [i], input: value[i], message: `Must not repeat “${name}”` });
    }
  };

const listFault = (noun: string) => ({
  error: ({ input }: { readonly input?: unknown }) =>
    input === undefined ? 'Is required' : `Must be a list of ${noun}`,
});

const listOf = <Item extends z.ZodType>(item: Item, noun: string) =>
  z
    .array(item, listFault(noun))
    .min(1, `Must not be an empty list of ${noun}`)
    .max(MAX_ITEMS, `Must have at most ${MAX_ITEMS} ${noun}`);

/** Validates the acceptance criteria of GraphQL input. */
export const acceptance = () =>
  listOf(z.object({ text: criterionText().nullish(), criterion: criterion().nullish() }), 'criteria').check(
    distinct((item) => item.criterion?.id),
  ) as unknown as z.ZodType<Acceptance[]>;

export const wireAcceptance = {
  description: 'Acceptance criteria: 1–32 texts, or `{id, text}`.',
  validate: listOf(z.union([criterionText(), criterion()], { error: CRITERION_FAULT }), 'criteria').check(
    distinct((item) => (typeof item === 'string' ? undefined : item.id)),
  ),
  toInput: (items: readonly WireItem[]) =>
    items.map((item) => (typeof item === 'string' ? { text: item } : { criterion: item })),
};

/** Validates the scopes of GraphQL input. */
export const scopes = () =>
  listOf(z.object({ name: scopeName().nullish(), scope: scope().nullish() }), 'scopes').check(
    distinct((item) => item.name ?? item.scope?.name),
  ) as unknown as z.ZodType<Scope[]>;

export const wireScopes = {
  description: `Parts that can be claimed separately: 1–32 names, or \`{name, description}\`. Default \`["${DEFAULT_SCOPE}"]\`.`,
  validate: listOf(z.union([scopeName(), scope()], { error: SCOPE_FAULT }), 'scopes').check(
    distinct((item) => (typeof item === 'string' ? item : item.name)),
  ),
  toInput: (items: readonly WireItem[]) =>
    items.map((item) => (typeof item === 'string' ? { name: item } : { scope: item })),
};

/** Converts the input to criteria and scopes as the interfaces other than GraphQL take them. */
export const toWireParts = (input: {
  readonly acceptance: readonly Acceptance[];
  readonly scopes?: readonly Scope[] | null | undefined;
}) => ({
  acceptance: input.acceptance.map((item) => item.text ?? item.criterion),
  scopes: input.scopes?.map((item) => item.name ?? item.scope) ?? null,
});

/** Converts the input to criteria with ids. An item without an id gets its position from 1, or the next free number. */
export function toCriteria(items: readonly Acceptance[]) {
  const taken = new Set(items.flatMap((item) => item.criterion?.id ?? []));
  return items.map((item, i) => {
    if (item.criterion) return { id: item.criterion.id, text: item.criterion.text };
    let number = i + 1;
    while (taken.has(String(number))) number++;
    taken.add(String(number));
    return { id: String(number), text: item.text };
  });
}

/** Converts the input to scopes, numbered in their order. */
export const toScopes = (items: readonly Scope[]) =>
  items.map(({ name, scope: described }, position) =>
    described
      ? { name: described.name, description: described.description ?? null, position }
      : { name, description: null, position },
  );
