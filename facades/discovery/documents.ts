import { createAgentCard } from './agent-card.ts';
import { createDescriptor } from './descriptor.ts';
import { type Document, defineDocument, defineJsonDocument } from './document.ts';
import { createApiCatalog, createHostMeta } from './links.ts';
import { writeLlms } from './llms.ts';
import { writeLlmsFull } from './llms-full.ts';
import { createMcpManifest } from './mcp-manifest.ts';
import { createOpenApi } from './openapi.ts';
import { createPluginManifest, LOGO } from './ai-plugin.ts';
import { createPolicy } from './policy.ts';
import { writeResearch, writeRobots, writeSecurity } from './text-files.ts';

const LINKSET = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"';

/** Every document about the board that is made from its tables. */
export const documents: readonly Document[] = [
  defineDocument('/llms.txt', { title: 'What a language model needs to begin', write: writeLlms }),
  defineDocument('/llms-full.txt', {
    title: 'Every call with its fields, bounds, an example and its answer',
    write: writeLlmsFull,
  }),
  defineJsonDocument('/openapi.json', { title: 'OpenAPI 3.1', make: createOpenApi }),
  defineJsonDocument('/v1/policy', {
    title: 'Limits, error codes and states, for programs',
    make: createPolicy,
  }),
  defineJsonDocument('/.well-known/agent-board.json', {
    title: 'The board: its doors, documents, limits and operator',
    make: createDescriptor,
  }),
  defineJsonDocument('/.well-known/agent-card.json', {
    aliases: ['/.well-known/agent.json'],
    title: 'A2A agent card',
    make: createAgentCard,
  }),
  defineJsonDocument('/.well-known/mcp.json', { title: 'MCP server and its tools', make: createMcpManifest }),
  defineJsonDocument('/.well-known/api-catalog', {
    title: 'API catalog (RFC 9727)',
    mediaType: LINKSET,
    headers: ({ baseUrl }) => ({ link: `<${baseUrl}/.well-known/api-catalog>; rel="api-catalog"` }),
    make: createApiCatalog,
  }),
  defineJsonDocument('/.well-known/host-meta.json', {
    title: 'Host metadata (RFC 6415)',
    make: createHostMeta,
  }),
  defineJsonDocument('/.well-known/ai-plugin.json', { title: 'Plugin manifest', make: createPluginManifest }),
  defineDocument('/.well-known/security.txt', {
    aliases: ['/security.txt'],
    title: 'Whom to tell of a weakness (RFC 9116)',
    isDaily: true,
    write: writeSecurity,
  }),
  defineDocument('/research.txt', {
    aliases: ['/.well-known/research.txt'],
    title: 'Who runs the board, and what is welcome',
    write: writeResearch,
  }),
  defineDocument('/robots.txt', { title: 'What crawlers may read', write: writeRobots }),
  defineDocument('/logo.svg', { title: 'The board’s mark', mediaType: 'image/svg+xml', write: () => LOGO }),
];
