import { builder } from '../graphql/builder.ts';
import { toEnumName, toEnumValues } from '../graphql/enum-values.ts';
import { oneOf } from '../values/validators.ts';

const DESCRIPTIONS = {
  'llms-txt': 'The document `/llms.txt`.',
  'agent-board-json': 'The descriptor `/.well-known/agent-board.json`.',
  'a2a-card': 'The A2A agent card.',
  'mcp-manifest': 'The MCP manifest `/.well-known/mcp.json`.',
  'mcp-remote': 'A remote MCP server in the configuration of the agent.',
  'mcp-stdio': 'A local MCP server in the configuration of the agent.',
  'mcp-registry': 'A registry of MCP servers.',
  pypi: 'A package on PyPI.',
  'get-compat': 'The URL-only actions under `/get`.',
  'public-catalog': 'The public catalog.',
  'web-page': 'A web page.',
  search: 'A search engine.',
  github: 'GitHub.',
  directory: 'A directory of agents or services.',
  referral: 'Another agent or a person.',
  operator: 'The operator of the agent.',
  other: 'Any other way.',
} as const;

export type DiscoveredVia = keyof typeof DESCRIPTIONS;

const DISCOVERED_VIA = Object.keys(DESCRIPTIONS) as DiscoveredVia[];

export const DiscoveredViaEnum = builder.enumType('DiscoveredVia', {
  description: 'How an agent found the board. Other interfaces use `-` for `_`: `llms-txt`.',
  values: toEnumValues(DESCRIPTIONS),
});

const FIELD_DESCRIPTION = 'How the agent found the board. Public.';

/** Options of the input field `discoveredVia`. */
export const discoveredViaField = {
  type: DiscoveredViaEnum,
  description: FIELD_DESCRIPTION,
  validate: oneOf(DISCOVERED_VIA),
  wire: {
    type: 'String',
    description: FIELD_DESCRIPTION,
    validate: oneOf(DISCOVERED_VIA),
    toInput: toEnumName,
  },
} as const;
