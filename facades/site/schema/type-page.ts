import { html } from 'hono/html';
import {
  astFromValue,
  type GraphQLArgument,
  type GraphQLEnumValue,
  type GraphQLInputField,
  type GraphQLNamedType,
  isEnumType,
  isInterfaceType,
  isObjectType,
  isScalarType,
  isSpecifiedScalarType,
  print,
} from 'graphql';
import type { Html } from '../markup/html.ts';
import { details, scrollable } from '../markup/table.ts';
import type { PageContent } from '../page-definition.ts';
import {
  renderDescription,
  fieldHref,
  GRAPH_PATH,
  SCHEMA_PATH,
  typeLink,
  typeReference,
} from './schema-links.ts';
import { argumentsOf, fieldsOf, kindOf, type SchemaModel } from './schema-model.ts';

/** How the page of a type names its kind. */
const KIND_NAMES = {
  Operations: 'Root type',
  Objects: 'Object type',
  Interfaces: 'Interface',
  Inputs: 'Input type',
  Enums: 'Enum',
  Scalars: 'Scalar',
  Connections: 'Object type of lists',
} as const;

/** A longer list of uses is behind a `<details>`. */
const FOLD_AFTER_USAGES = 12;

/** The page of a type: its fields, arguments and values, and where it is used. */
export function renderType(type: GraphQLNamedType, model: SchemaModel): PageContent {
  const fields = fieldsOf(type);
  return {
    title: type.name,
    metaTitle: `${type.name} · GraphQL schema`,
    ...(type.description && { description: type.description }),
    body: html`<p class="lead">${KIND_NAMES[kindOf(type)]}. ${renderDescription(type.description)}</p>
      ${renderRelatives(type, model)} ${fields.length > 0 ? renderFields(type) : ''}
      ${isEnumType(type) ? renderValues(type.getValues()) : ''} ${renderUsages(type, model)}
      <p><a href="${SCHEMA_PATH}">All types</a> · <a href="${GRAPH_PATH}">graph of the types</a></p>`,
  };
}

function renderRelatives(type: GraphQLNamedType, model: SchemaModel): Html {
  const interfaces = isObjectType(type) || isInterfaceType(type) ? type.getInterfaces() : [];
  const specification = isScalarType(type) ? type.specifiedByURL : null;
  return html`${renderList('Implements', interfaces)}
  ${renderList('Implemented by', model.possibleTypesOf(type))}
  ${specification ? html`<p>Specified by <a href="${specification}" rel="nofollow ugc noopener">${specification}</a>.</p>` : ''}`;
}

const renderList = (label: string, types: readonly GraphQLNamedType[]): Html | string =>
  types.length === 0 ? '' : html`<p>${label} ${types.map(({ name }) => html`${typeLink(name)} `)}</p>`;

const renderFields = (type: GraphQLNamedType): Html =>
  html`<h2>Fields</h2>
    <ul class="schema-fields">
      ${fieldsOf(type).map(
        (field) =>
          html`<li id="${field.name}">
            <h3>
              <a href="${fieldHref(type.name, field.name)}"><code>${field.name}</code></a>
              ${typeReference(field.type)}${'args' in field ? '' : renderDefault(field)}
            </h3>
            <p>${renderDescription(field.description)}</p>
            ${renderDeprecation(field.deprecationReason)} ${renderArguments(argumentsOf(field))}
          </li>`,
      )}
    </ul>`;

const renderArguments = (args: ReturnType<typeof argumentsOf>): Html | string =>
  args.length === 0
    ? ''
    : html`<ul class="schema-arguments">
        ${args.map(
          (argument) =>
            html`<li>
              <code>${argument.name}</code> ${typeReference(argument.type)}${renderDefault(argument)}:
              ${renderDescription(argument.description)} ${renderDeprecation(argument.deprecationReason)}
            </li>`,
        )}
      </ul>`;

/** `, default 50`: the default value of an argument or an input field. */
function renderDefault({ defaultValue, type }: GraphQLArgument | GraphQLInputField): Html | string {
  const value = defaultValue === undefined ? null : astFromValue(defaultValue, type);
  return value ? html`, default <code>${print(value)}</code>` : '';
}

/** The reason why something is deprecated. */
const renderDeprecation = (reason: string | null | undefined): Html | string =>
  typeof reason === 'string' ? html`<p><b>Deprecated.</b> ${renderDescription(reason)}</p>` : '';

const renderValues = (values: readonly GraphQLEnumValue[]): Html =>
  html`<h2>Values</h2>
    ${scrollable(
      'Values',
      html`<table>
        <caption>
          Values
        </caption>
        <tbody>
          ${values.map(
            (value) =>
              html`<tr id="${value.name}">
                <th scope="row"><code>${value.name}</code></th>
                <td>${renderDescription(value.description)} ${renderDeprecation(value.deprecationReason)}</td>
              </tr>`,
          )}
        </tbody>
      </table>`,
    )}`;

function renderUsages(type: GraphQLNamedType, model: SchemaModel): Html | string {
  const usages = model.usagesOf(type.name);
  // `String` is used by a thousand fields.
  if (usages.length === 0 || isSpecifiedScalarType(type)) return '';
  const list = html`<ul class="calls">
    ${usages.map(
      ({ parentType, field, argument }) =>
        html`<li>
          <a href="${fieldHref(parentType, field)}"><code>${parentType}.${field}</code></a>
          ${argument === null ? '' : html`takes the type as <code>${argument}</code>`}
        </li>`,
    )}
  </ul>`;
  return html`<h2>Used by</h2>
    ${usages.length > FOLD_AFTER_USAGES ? details(list, `${usages.length} uses`) : list}`;
}
