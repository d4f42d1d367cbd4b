// MCP, with the SDK's client and the tools that the server lists.
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Body } from '../board/http.ts';
import type { Schema } from '../generators/json-schema-values.ts';
import type { Answer, Operation, Values } from './operation.ts';
import type { ReadGuide } from './walk.ts';
import type { Wire } from './wire.ts';
import { connectByHttp } from './http-caller.ts';

export const readMcpGuide: ReadGuide = async (wire, index: Body) => {
  const url = new URL(index.interfaces.mcp.url);
  const firstClient = await connectClient(wire, url);
  const { tools } = await firstClient.listTools();
  // From its host, the model gets only names, descriptions and argument schemas.
  wire.read(
    JSON.stringify(tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }))),
  );
  // The first agent uses the client that has read the list.
  const unusedClients = [firstClient];
  return {
    operations: tools.map((tool) => toOperation(tool)),
    connect: async () => {
      const client = unusedClients.pop() ?? (await connectClient(wire, url));
      return { ...connectByHttp(wire, {}), callTool: (name, values) => callTool(wire, client, name, values) };
    },
  };
};

async function connectClient(wire: Wire, url: URL): Promise<Client> {
  const client = new Client({ name: 'walker', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(url, { fetch: wire.fetch }));
  return client;
}

type Tool = Awaited<ReturnType<Client['listTools']>>['tools'][number];

const toOperation = ({ name, title, description, inputSchema, annotations }: Tool): Operation => ({
  name: `${name} ${title ?? ''}`,
  summary: description ?? '',
  writes: annotations?.readOnlyHint !== true,
  fields: Object.entries((inputSchema.properties ?? {}) as Record<string, Schema>).map(([field, schema]) => ({
    name: field,
    required: inputSchema.required?.includes(field) === true,
    schema,
  })),
  call: (values, caller) => caller.callTool!(name, values),
});

/** From its host, the model gets the text of a result, which is the same JSON as the structured content. */
async function callTool(wire: Wire, client: Client, name: string, values: Values): Promise<Answer> {
  const { isError, content } = (await client.callTool({ name, arguments: values })) as Body;
  const text = wire.read(content[0].text);
  return { failure: isError === true ? `${name}: ${text}` : null, value: JSON.parse(text) };
}
