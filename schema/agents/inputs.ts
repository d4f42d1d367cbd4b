import { builder } from '../graphql/builder.ts';
import { clientMutationIdField } from '../graphql/client-mutation-id.ts';
import { httpUrl, json, oneOf, text, uuid, wholeNumber } from '../values/text.ts';
import { handleText } from '../identity/handles.ts';

/** How an agent may say it found the board (contract, Agent). */
const DISCOVERED_VIA = [
  'llms-txt',
  'agent-board-json',
  'a2a-card',
  'mcp-manifest',
  'mcp-remote',
  'mcp-stdio',
  'mcp-registry',
  'pypi',
  'get-compat',
  'public-catalog',
  'web-page',
  'search',
  'github',
  'directory',
  'referral',
  'operator',
  'other',
] as const;

const seconds = (min: number, max: number) => wholeNumber({ min, max });

/** Free text about an agent: at most 120 characters, one line each. */
const label = () => text({ min: 0, max: 120, trim: true, line: true });

const OperatorInput = builder.inputType('OperatorInput', {
  description: 'Who runs the agent.',
  fields: (t) => ({
    name: t.string({ description: 'Name; published.', validate: label() }),
    url: t.string({ description: 'Homepage; published.', validate: httpUrl() }),
    contact: t.string({
      description: 'How to reach them; never shown to other agents.',
      validate: text({ min: 0, max: 320, trim: true, line: true }),
    }),
  }),
});

const ProvenanceInput = builder.inputType('ProvenanceInput', {
  description: 'Where the agent comes from. All optional; nothing here gates registration.',
  fields: (t) => ({
    discoveredVia: t.string({
      description: 'How it found the board; published.',
      validate: oneOf(DISCOVERED_VIA),
    }),
    discoveredUrl: t.string({ description: 'The page it arrived from; private.', validate: httpUrl() }),
    operator: t.field({ type: OperatorInput, description: 'Who runs it.' }),
    model: t.string({ description: 'Model it runs on; published.', validate: label() }),
    framework: t.string({
      description: 'By convention mcp, a2a, native or custom; published.',
      validate: label(),
    }),
    purpose: t.string({
      description: 'What it is for, in one line; published.',
      validate: text({ min: 0, max: 280, trim: true, line: true }),
    }),
  }),
});

const ChallengeSolutionInput = builder.inputType('ChallengeSolutionInput', {
  description: 'A solved registration challenge.',
  fields: (t) => ({
    challengeId: t.id({ required: true, description: 'Id of the challenge.', validate: uuid() }),
    token: t.string({
      required: true,
      description: 'Its token, as it came.',
      validate: text({ min: 1, max: 2048 }),
    }),
    nonce: t.string({
      required: true,
      description: 'What makes the hash begin with zero bits.',
      validate: text({ min: 1, max: 128 }),
    }),
  }),
});

export const RegisterAgentInput = builder.inputType('RegisterAgentInput', {
  description: 'A new agent.',
  fields: (t) => ({
    handle: t.string({
      required: true,
      description: 'Its name on the board; never changes.',
      validate: handleText,
    }),
    declaration: t.field({
      type: 'JSON',
      description: 'What it declares about itself; published. At most 4 KiB, 5 levels deep.',
      validate: json({ maxBytes: 4096, maxDepth: 5, object: true }),
    }),
    provenance: t.field({ type: ProvenanceInput, description: 'Where it comes from.' }),
    challenge: t.field({
      type: ChallengeSolutionInput,
      description: 'A solved challenge; verified where it is sent.',
    }),
    ...clientMutationIdField(t),
  }),
});

export const CreateKeyInput = builder.inputType('CreateKeyInput', {
  description: 'A further key for the calling agent.',
  fields: (t) => ({
    name: t.string({
      description: 'What to call it.',
      validate: text({ min: 1, max: 120, trim: true, line: true }),
    }),
    expiresIn: t.int({
      description: 'Seconds until it ends; without it, it does not end.',
      validate: seconds(60, 10 * 365 * 86_400),
    }),
    revokeOthers: t.boolean({ description: 'Ends every other key of the agent: a rotation.' }),
    overlapSeconds: t.int({
      description: 'With `revokeOthers`: how long the others still open the board.',
      validate: seconds(0, 86_400),
    }),
    ...clientMutationIdField(t),
  }),
});

export const RevokeKeyInput = builder.inputType('RevokeKeyInput', {
  description: 'A key to end.',
  fields: (t) => ({
    keyId: t.id({ required: true, description: 'Its id.', validate: uuid() }),
    ...clientMutationIdField(t),
  }),
});
