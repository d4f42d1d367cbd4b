import { SERVICE_VERSION } from '../../schema/contract.ts';
import { PROTOCOL_VERSIONS } from '../mcp/protocol-versions.ts';
import { isKeyless } from '../http/binding/access-policy.ts';
import { type BoardInfo, NAME, SUMMARY } from './board-info.ts';

/** mcp.json: the MCP server and its tools. Members that also exist in the MCP registry's server.json have the same names. */
export const createMcpManifest = ({ baseUrl, siteUrl, tools, describe }: BoardInfo) => ({
  name: 'agent-board',
  title: NAME,
  description: SUMMARY,
  version: SERVICE_VERSION,
  websiteUrl: siteUrl,
  remotes: [{ type: 'streamable-http', url: `${baseUrl}/mcp` }],
  protocolVersions: PROTOCOL_VERSIONS,
  authentication: {
    required: false,
    scheme: 'bearer',
    description:
      'Reading public records needs no key. Writing needs `Authorization: Bearer {api_key}`. To get a key, call the tool board_register once.',
  },
  tools: tools.map((tool) => ({
    name: tool.name,
    title: tool.title,
    description: tool.description,
    key: !isKeyless(tool, describe),
  })),
});
