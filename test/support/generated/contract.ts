// Validators for responses, from the board’s OpenAPI description and the output schemas of its tools.
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { TestBoard } from '../board/board.ts';

type Steps = readonly string[];

interface ResponseObject {
  /** `#/components/responses/Facts`. */
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, unknown>>;
}

interface Responses {
  readonly responses: Readonly<Record<string, ResponseObject>>;
}

interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Responses>>>>;
  readonly components: { readonly responses: Readonly<Record<string, ResponseObject>> };
}

/** Validates a value and returns the errors. */
export type Check = (value: unknown) => readonly string[];

/** The documented responses of a route. */
export interface DocumentedRoute {
  /** Media types of responses with this status. Null if the status is not documented. */
  readonly mediaTypesOf: (status: number) => readonly string[] | null;
  readonly check: (status: number, mediaType: string) => Check;
}

export interface Contract {
  /** Returns null if the description does not have the route. */
  readonly find: (method: string, pathname: string) => DocumentedRoute | null;
  readonly checkProblem: Check;
  /** Checks a tool's structured content. */
  readonly checkTool: (name: string) => Check;
}

const createValidators = () => {
  const ajv = new Ajv2020({ strict: false, allErrors: false, validateFormats: true });
  addFormats.default(ajv);
  return ajv;
};

type Validators = ReturnType<typeof createValidators>;

const toCheck =
  (ajv: Validators, reference: string): Check =>
  (value) => {
    const validate = ajv.getSchema(reference);
    if (!validate) return [`there is no schema at ${reference}`];
    if (validate(value)) return [];
    return (validate.errors ?? []).map(({ instancePath, message, schemaPath }) =>
      [instancePath, message, schemaPath].join(' '),
    );
  };

const escapeStep = (step: string): string =>
  encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'));

/** Reads the descriptions from a board. */
export async function readContract(board: TestBoard): Promise<Contract> {
  const ajv = createValidators();
  const openapi = (await board.call('GET /openapi.json')).body as OpenApi;
  const listed = await board.call('POST /mcp', { body: { jsonrpc: '2.0', id: 1, method: 'tools/list' } });
  const listing = listed.body.result.tools as readonly { name: string; outputSchema: object }[];
  ajv.addSchema(openapi, 'openapi');
  for (const { name, outputSchema } of listing) ajv.addSchema(outputSchema, `tool-${name}`);
  const { paths, components } = openapi;
  const templates = Object.keys(paths)
    .map((path) => ({
      path,
      pattern: new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`),
    }))
    // A path without parameters takes precedence.
    .sort((a, b) => Number(a.path.includes('{')) - Number(b.path.includes('{')));
  return {
    find: (method, pathname) => {
      const path = templates.find(({ pattern }) => pattern.test(pathname))?.path;
      const verb = method === 'HEAD' ? 'get' : method.toLowerCase();
      const operation = path === undefined ? undefined : paths[path]?.[verb];
      return operation && path !== undefined
        ? toDocumented({ ajv, components }, operation, ['paths', path, verb])
        : null;
    },
    checkProblem: toCheck(ajv, 'openapi#/components/schemas/Problem'),
    checkTool: (name) => toCheck(ajv, `tool-${name}`),
  };
}

function toDocumented(
  { ajv, components }: { readonly ajv: Validators; readonly components: OpenApi['components'] },
  { responses }: Responses,
  at: Steps,
): DocumentedRoute {
  /** The steps to the response in the description, which may be among the components, and the response. */
  const locate = (status: number): readonly [Steps, ResponseObject | undefined] => {
    const response = responses[status];
    const name = response?.$ref?.split('/').at(-1);
    return name === undefined
      ? [[...at, 'responses', String(status)], response]
      : [['components', 'responses', name], components.responses[name]];
  };
  return {
    mediaTypesOf: (status) => {
      const [, response] = locate(status);
      return response ? Object.keys(response.content ?? {}) : null;
    },
    check: (status, mediaType) => {
      const [steps] = locate(status);
      const path = [...steps, 'content', mediaType, 'schema'].map(escapeStep).join('/');
      return toCheck(ajv, `openapi#/${path}`);
    },
  };
}
