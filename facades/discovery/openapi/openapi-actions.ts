import type { DescribeOperation, JsonSchema, Parameter } from '../../../schema/contract.ts';
import { isKeyless, policyOf } from '../../http/binding/access-policy.ts';
import { createConnectionFlattener } from '../../http/binding/flatten-connection.ts';
import { VERSION_VARIABLE } from '../../http/binding/rest-parameters.ts';
import { withRequestId } from '../../http/binding/parameters/idempotency-parameter.ts';
import { actionsOf, mergeParameters } from '../../http/binding/variants.ts';
import type { ActionInfo } from '../board-info.ts';
import { sampleOf } from '../llms/samples.ts';
import { schemaRef } from './openapi-bodies.ts';
import { GET_HEADER_NAMES, type HeaderName, headerRefs, parameterRefs } from './openapi-headers.ts';
import { problemKindsOf, problemRefs } from './openapi-problems.ts';

/** Tag of the URL-only actions. */
export const GET_TAG = 'get';

/** The OpenAPI operation of a URL-only action: the parameters of all its variants, in the query. */
export function actionOperationOf(action: ActionInfo, describe: DescribeOperation) {
  const variants = action.variants.map((variant) => {
    const description = describe(variant.operation);
    return { ...variant, description, parameters: withRequestId(description) };
  });
  const parameters = mergeParameters(variants);
  const isWrite = action.operation.kind === 'mutation';
  const policy = policyOf(action, describe);
  const kinds = problemKindsOf({
    policy,
    isWrite,
    hasVersion: parameters.some(({ name }) => name === VERSION_VARIABLE),
  });
  const idempotency: readonly HeaderName[] = isWrite ? ['Idempotency-Replayed'] : [];
  return {
    operationId: action.path.slice(1).replace(/(?:^|\/)(\w)/g, (_, letter: string) => letter.toUpperCase()),
    tags: [GET_TAG],
    summary: action.summary,
    security: securityOf(isKeyless(action, describe), policy === 'registration'),
    parameters: [
      ...actionParameter(actionsOf(variants)),
      ...parameters.map(toQueryParameter),
      ...parameterRefs(parameters.some(({ wireName }) => wireName === 'handle') ? [] : ['Handle']),
      ...parameterRefs(['Format', 'RequestId']),
    ],
    responses: {
      200: {
        description: 'Success.',
        headers: headerRefs([...GET_HEADER_NAMES, ...idempotency]),
        content: {
          // The beginning of a text (`toRecordText`, `toPageText`).
          'text/plain': { schema: { type: 'string', pattern: '^(ok|api_key:)[ \\n]' } },
          'application/json': {
            schema: anyOf(variants.map(({ description }) => contentSchemaOf(description))),
          },
        },
      },
      ...problemRefs(kinds, 'Get'),
      // HEAD at an action that writes gets 405.
      ...(isWrite && problemRefs(['method'], 'Get')),
    },
  };
}

/** The distinct schemas of several variants as one. */
function anyOf(schemas: readonly JsonSchema[]): JsonSchema | undefined {
  const distinct = [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()];
  return distinct.length > 1 ? { anyOf: distinct } : distinct[0];
}

function securityOf(isKeylessAction: boolean, isRegistration: boolean) {
  const withKey = [{ keyInUrl: [] }, { key: [] }];
  if (isRegistration) return [];
  return isKeylessAction ? [{}, ...withKey] : withKey;
}

const actionParameter = (actions: readonly string[]) =>
  actions.length === 0
    ? []
    : [
        {
          name: 'action',
          in: 'query',
          description: 'The action. Omit it to claim an inquiry.',
          schema: { type: 'string', enum: actions },
        },
      ];

function toQueryParameter(parameter: Parameter) {
  const { wireName, required } = parameter;
  const schema = toTextSchema(parameter);
  const { description, ...rest } = schema;
  return {
    name: wireName,
    in: 'query',
    ...(required && { required }),
    description,
    schema: rest,
    ...(required && { example: sampleOf(wireName, schema) }),
    // Lists of JSON are not separated by commas, which are part of JSON.
    ...(parameter.type === 'list' && !isJson(parameter.item) && { explode: false }),
  };
}

/** Whether values of the parameter are JSON texts in a query. */
const isJson = (parameter: Parameter | undefined): boolean =>
  parameter?.type === 'json' || parameter?.type === 'object';

/** JSON in a query is text. */
function toTextSchema(parameter: Parameter): JsonSchema {
  const { type, item, required, schema } = parameter;
  const { description, maxItems, minItems } = schema;
  const text = { type: 'string', ...(required && { minLength: 1 }) };
  if (isJson(parameter)) return { description, ...text };
  return type === 'list' && isJson(item)
    ? { description, type: 'array', items: { ...text, ...describeMembers(item) }, minItems, maxItems }
    : schema;
}

/** Names the members of an object that is JSON text: `JSON: {url, title?}`. */
function describeMembers(item: Parameter | undefined): { readonly description?: string } {
  if (!item?.fields) return {};
  const members = item.fields.map(({ wireName, required }) => `${wireName}${required ? '' : '?'}`);
  return { description: `JSON: {${members.join(', ')}}` };
}

/** The JSON response: a page becomes `{ items, next_cursor }`; items have the URL that reads them. */
function contentSchemaOf(description: ReturnType<DescribeOperation>): JsonSchema {
  const { schema, isPaged } = createConnectionFlattener(description);
  const record =
    description.shape === 'page'
      ? {
          type: 'object',
          properties: { items: schema, next_cursor: { type: ['string', 'null'] } },
          required: ['items', ...(isPaged ? ['next_cursor'] : [])],
        }
      : schema;
  const hasItems = 'items' in (record['properties'] as object);
  const added = ['WithNext', 'WithNotes', ...(hasItems ? ['WithReadUrls' as const] : [])] as const;
  return { allOf: [record, ...added.map(schemaRef)] };
}
