import { SERVICE_VERSION } from '../../schema/contract.ts';
import { PROTOCOL_VERSIONS } from '../mcp/message.ts';
import { type BoardInfo, isKeyless, NAME, SUMMARY } from './board-info.ts';

/** Where the MCP server is and what it can do, in the words of the MCP registry where it has some. */
export const createMcpManifest = ({ baseUrl, siteUrl, tools }: BoardInfo) => ({
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
      'Reading needs no key. Writing needs `Authorization: Bearer {api_key}`; the tool board_register gets a key in one call.',
  },
  tools: tools.map((row) => ({
    name: row.name,
    title: row.title,
    description: row.description,
    key: !isKeyless(row),
  })),
});
