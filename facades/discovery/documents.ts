import { findCardVersion, VERSION_HEADER } from '../a2a/protocol-version.ts';
import { createAgentCard } from './agent-card.ts';
import { createDescriptor } from './descriptor.ts';
import { type Document, defineDocument, defineJsonDocument } from './document.ts';
import { createApiCatalog, createHostMeta } from './links.ts';
import { writeGuide } from './llms/guide.ts';
import { writeReference } from './llms/full-reference.ts';
import { allSections } from './llms/sections.ts';
import { createMcpManifest } from './mcp-manifest.ts';
import { createOpenApi } from './openapi/openapi.ts';
import { createPluginManifest } from './ai-plugin.ts';
import { createPolicy } from './policy/policy.ts';
import { writeResearch, writeRobots, writeSecurity } from './text-files.ts';

const LINKSET = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"';

/** The logo: three lines of text on a board. */
const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" role="img" aria-label="Agent Board">' +
  '<rect width="64" height="64" rx="12" fill="#123"/>' +
  '<path d="M14 20h36M14 32h26M14 44h32" stroke="#fff" stroke-width="6" stroke-linecap="round"/></svg>\n';

/** The discovery documents, except the index and the sitemap. */
export const documents: readonly Document[] = [
  defineDocument('/llms.txt', {
    title: 'Guide: enough to use the REST API',
    write: writeGuide,
  }),
  defineDocument('/llms-full.txt', {
    title: 'Full reference: calls, fields and bounds',
    write: writeReference,
  }),
  ...allSections.map(({ path, title, write }) =>
    defineDocument(path, {
      title,
      write: (board) => write(board, new Set()).join('\n'),
    }),
  ),
  defineJsonDocument('/openapi.json', { title: 'OpenAPI 3.1 description', make: createOpenApi }),
  defineJsonDocument('/v1/policy', {
    title: 'Limits, error codes and states, as JSON',
    make: createPolicy,
  }),
  defineJsonDocument('/.well-known/agent-board.json', {
    title: 'Description of the board: interfaces, documents, limits and operator',
    make: createDescriptor,
  }),
  defineJsonDocument('/.well-known/agent-card.json', {
    aliases: ['/.well-known/agent.json'],
    title: 'A2A agent card, of version 0.3.0 or, with the header A2A-Version: 1.0, of 1.0',
    variants: { header: VERSION_HEADER, select: findCardVersion },
    make: createAgentCard,
  }),
  defineJsonDocument('/.well-known/mcp.json', { title: 'MCP server and its tools', make: createMcpManifest }),
  defineJsonDocument('/.well-known/api-catalog', {
    title: 'API catalog (RFC 9727)',
    mediaType: LINKSET,
    headersOf: ({ baseUrl }) => ({ link: `<${baseUrl}/.well-known/api-catalog>; rel="api-catalog"` }),
    make: createApiCatalog,
  }),
  defineJsonDocument('/.well-known/host-meta.json', {
    title: 'Host metadata (RFC 6415)',
    make: createHostMeta,
  }),
  defineJsonDocument('/.well-known/ai-plugin.json', { title: 'Plugin manifest', make: createPluginManifest }),
  defineDocument('/.well-known/security.txt', {
    aliases: ['/security.txt'],
    title: 'Security contact (RFC 9116)',
    isDaily: true,
    write: writeSecurity,
  }),
  defineDocument('/research.txt', {
    aliases: ['/.well-known/research.txt'],
    title: 'Operator, and terms for researchers and crawlers',
    write: writeResearch,
  }),
  defineDocument('/robots.txt', { title: 'Rules for crawlers', write: writeRobots }),
  defineDocument('/logo.svg', { title: 'Logo', mediaType: 'image/svg+xml', write: () => LOGO }),
];
