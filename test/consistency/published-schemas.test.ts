import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { adminRouteDefinitions } from '../../facades/admin/route-definitions.ts';
import { createOpenApi } from '../../facades/discovery/openapi/openapi.ts';
import { locateParameters } from '../../facades/http/binding/rest-parameters.ts';
import { readMembers } from '../../facades/http/binding/parameters/variables.ts';
import type { RouteDefinition } from '../../facades/http/binding/route-definition.ts';
import { describeTool } from '../../facades/mcp/describe-tool.ts';
import { tools } from '../../facades/mcp/tools.ts';
import { publicRouteDefinitions } from '../../facades/public/route-definitions.ts';
import { streamDefinitions } from '../../facades/rest/streams.ts';
import { restRouteDefinitions } from '../../facades/rest/route-definitions.ts';
import type { Operation, Parameter } from '../../schema/contract.ts';
import { schema } from '../../schema/index.ts';
import { type CompiledOperation, compileOperation } from '../../schema/documents/compile.ts';
import { inlineReferences } from '../support/board/openapi-document.ts';
import { almostFittingObjects, type Schema } from '../support/generators/json-schema-values.ts';

const NOW = new Date('2026-06-01T12:00:00Z');
const UUID = '019a5e1c-7d3a-7c42-9f0e-3b1d5a6c8e21';

const compiled = new Map<Operation, CompiledOperation>();

function compile(operation: Operation): CompiledOperation {
  const result = compiled.get(operation) ?? compileOperation(schema, operation);
  compiled.set(operation, result);
  return result;
}

const describeOperation = (operation: Operation) => compile(operation).description;

const openApi = createOpenApi({
  restRoutes: restRouteDefinitions,
  adminRoutes: adminRouteDefinitions,
  streams: streamDefinitions,
  publicRoutes: publicRouteDefinitions,
  // Actions have no request bodies.
  actions: [],
  describe: describeOperation,
  baseUrl: 'https://board.test',
  siteUrl: 'https://site.test',
});

const ajv = new Ajv2020({ strict: false, validateFormats: false });

/** The published JSON Schema of an input, and the validation by the board. */
interface PublishedInput {
  readonly name: string;
  /** Whether the schema accepts an input. */
  readonly isValid: (input: object) => boolean;
  readonly schema: Schema;
  /** The issues that the board finds in an input; none if the board accepts the input. */
  readonly findIssues: (input: Readonly<Record<string, unknown>>) => readonly string[];
}

const createIssueFinder = (operation: Operation, members: readonly Parameter[], fixed: object = {}) => {
  const { checkVariables: check } = compile(operation);
  return (input: Readonly<Record<string, unknown>>) => {
    const variables = readMembers(members, input, { loc: ['body'], unknownNames: [] });
    const { issues } = check({ ...fixed, ...variables }, NOW);
    return issues.map(({ path, msg }) => `${path.join('.')}: ${msg}`);
  };
};

interface DescribedBody {
  readonly description?: string;
  readonly content: Readonly<Record<string, { readonly schema: Schema }>>;
}

const bodyOf = (method: string, path: string) =>
  inlineReferences(openApi, openApi.paths[path]?.[method.toLowerCase()]?.requestBody) as DescribedBody;

const bodies = [...restRouteDefinitions, ...adminRouteDefinitions].flatMap(
  (route: RouteDefinition): readonly PublishedInput[] => {
    const { path, body } = locateParameters(route, describeOperation(route.operation));
    if (body.length === 0) return [];
    const published = bodyOf(route.method, route.path).content['application/json']!.schema;
    const inPath = Object.fromEntries(
      path.map(({ name }) => [name, name === 'slug' || name === 'channel' ? 'general' : UUID]),
    );
    return [
      {
        name: `${route.method} ${route.path}`,
        schema: published,
        isValid: ajv.compile(published),
        findIssues: createIssueFinder(route.operation, body, inPath),
      },
    ];
  },
);

/** Language models send null for omitted arguments. The tools' schemas do not mention null, to stay short. */
function removeNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(removeNulls);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([, member]) => member !== null);
  return Object.fromEntries(members.map(([name, member]) => [name, removeNulls(member)]));
}

/** The arguments of tools with one variant. */
const toolInputs = tools
  .map((tool) => describeTool(tool, describeOperation))
  .filter(({ variants: [variant, other] }) => !other && variant!.parameters.length > 0)
  .map(({ name, variants: [variant], listing }): PublishedInput => {
    const isValid = ajv.compile(listing.inputSchema);
    return {
      name,
      schema: listing.inputSchema,
      isValid: (input) => isValid(removeNulls(input)),
      findIssues: createIssueFinder(variant!.operation, variant!.parameters),
    };
  });

/** With fewer valid inputs, the share that the board accepts would depend on chance. */
const MIN_VALID_INPUTS = 50;

describe.each([...bodies, ...toolInputs])(
  'the published schema of $name',
  ({ name, schema: published, isValid, findIssues }) => {
    test('accepts every input that the board accepts', () => {
      fc.assert(
        fc.property(almostFittingObjects(published), (input) => {
          fc.pre(!isValid(input));
          expect(findIssues(input)).not.toEqual([]);
        }),
        { numRuns: 300, maxSkipsPerRun: 100 },
      );
    });

    // The schemas of MCP tools are short: they leave out which characters a text must not have.
    test.skipIf(name.startsWith('board_'))(
      'accepts fewer than four times as many inputs as the board accepts',
      () => {
        const inputs: Readonly<Record<string, unknown>>[] = [];
        // Inputs that must have exactly one of seven members are seldom valid: more of them are generated.
        for (let samples = 0; samples < 5000 && inputs.length < MIN_VALID_INPUTS; samples += 500)
          inputs.push(...fc.sample(almostFittingObjects(published), 500).filter((input) => isValid(input)));

        const refused = inputs.filter((input) => findIssues(input).length > 0);

        expect(inputs.length).toBeGreaterThanOrEqual(MIN_VALID_INPUTS);
        expect(refused.length / inputs.length).toBeLessThan(0.75);
      },
    );
  },
);

test.each([' ada', 'ada ', '\tada\n', '\u00a0ada'])(
  'the published schema of a registration accepts the handle %j, which the board trims',
  (handle) => {
    const published = bodies.find(({ name }) => name === 'POST /v1/agents/register')!;

    expect([published.findIssues({ handle }), published.isValid({ handle })]).toEqual([[], true]);
  },
);

describe('a validation rule', () => {
  const work = `/v1/work/{work_id}`;
  const artifact = { kind: 'url', uri: 'https://example.org/x.patch' };
  const digest = `sha256:${'0'.repeat(64)}`;
  const report = { attempted: 'to weave', target: 'a loom' };

  const CASES: readonly (readonly [string, object, object])[] = [
    [
      'POST /v1/reports',
      { ...report, outcome: 'failed' },
      { ...report, outcome: 'failed', error: 'It broke.' },
    ],
    ['POST /v1/reports', { ...report, outcome: 'failed', error: ' \n' }, { ...report, outcome: 'worked' }],
    [`POST ${work}/submissions`, { claim_id: UUID, artifact }, { claim_id: UUID, artifact, digest }],
    [
      `POST ${work}/submissions`,
      { claim_id: UUID, artifact: { ...artifact, kind: 'git' } },
      { claim_id: UUID, artifact: 'see the branch' },
    ],
    [`POST ${work}/disposition`, { action: 'accept' }, { action: 'accept', submission_id: UUID }],
    [`POST ${work}/disposition`, { action: 'reject', submission_id: UUID }, { action: 'close' }],
    [
      `POST ${work}/disposition`,
      { action: 'repair', submission_id: UUID, note: null },
      { action: 'repair', submission_id: UUID, note: 'The test is missing.' },
    ],
    ['PATCH /admin/board/channels/{slug}', { note: 'why' }, { archived: false }],
    ['PATCH /admin/board/channels/{slug}', { title: null }, { title: 'Looms' }],
  ];

  test.each(CASES)(
    'between members of %s refuses %j and accepts %j, in the published schema as on the board',
    (name, invalid, valid) => {
      const published = [...bodies, ...toolInputs].find((input) => input.name === name)!;

      expect([
        published.isValid(invalid),
        published.findIssues(invalid as Record<string, unknown>).length,
      ]).toEqual([false, 1]);
      expect([published.isValid(valid), published.findIssues(valid as Record<string, unknown>)]).toEqual([
        true,
        [],
      ]);
    },
  );

  test('that JSON Schema cannot express is in the description', () => {
    const describeBody = (path: string) => bodyOf('POST', path).description;

    expect(describeBody('/v1/work')).toContain(
      '`expires_at`: Must be later than now and at most 90 days ahead.',
    );
    expect(describeBody('/v1/reports')).toContain('`observed_at`: Must not be in the future.');
    expect(describeBody('/v1/facts')).toContain('`decay_after`: ');
  });
});
