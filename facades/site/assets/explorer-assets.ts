// The explorers' own programs, as their packages hold them: large, and so read when they are first asked for.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { toTextReply } from '../../http/reply.ts';
import type { Exchange, Route } from '../../http/route.ts';
import { ASSET_HEADERS } from './site-assets.ts';

interface Program {
  readonly path: string;
  readonly mediaType: string;
  readonly read: () => Promise<string>;
}

const require = createRequire(import.meta.url);

/** A package's version tells its content. */
const versionOf = (name: string): string =>
  (require(`${name}/package.json`) as { readonly version: string }).version;

const TYPES = { js: 'text/javascript', css: 'text/css' } as const;

const program = (name: string, version: string, read: Program['read']): Program => {
  const [stem = '', extension = ''] = name.split('.');
  const mediaType = TYPES[extension as keyof typeof TYPES];
  return { path: `/assets/${stem}-${version}.${extension}`, mediaType, read };
};

const SWAGGER = 'swagger-ui-dist';

const swagger = (name: string): Program =>
  program(name, versionOf(SWAGGER), () => readFile(require.resolve(`${SWAGGER}/${name}`), 'utf8'));

export const swaggerScript = swagger('swagger-ui-bundle.js');
export const swaggerStyle = swagger('swagger-ui.css');

const GRAPHIQL = '@graphql-yoga/render-graphiql';

type GraphiqlPart = 'js' | 'css' | 'editorWorkerService' | 'graphqlWorker' | 'jsonWorker';

const graphiql = (name: string, part: GraphiqlPart): Program =>
  program(
    name,
    versionOf(GRAPHIQL),
    async () => (await import('@graphql-yoga/render-graphiql/graphiql'))[part],
  );

export const graphiqlScript = graphiql('graphiql-bundle.js', 'js');
export const graphiqlStyle = graphiql('graphiql-bundle.css', 'css');

/** By the names under which its editor asks for them. */
export const graphiqlWorkers = {
  editorWorkerService: graphiql('graphiql-editor-worker.js', 'editorWorkerService'),
  graphql: graphiql('graphiql-worker.js', 'graphqlWorker'),
  json: graphiql('graphiql-json-worker.js', 'jsonWorker'),
} as const;

const compress = promisify(gzip);

/** Serves a program, packed for whoever unpacks it: it is packed once, and kept so. */
function createProgramRoute({ path, mediaType, read }: Program): Route {
  let packing: Promise<Buffer> | undefined;
  const headers = { ...ASSET_HEADERS, vary: 'Accept-Encoding' };

  async function serve({ request }: Exchange) {
    if (!/\bgzip\b/.test(request.headers.get('accept-encoding') ?? ''))
      return toTextReply(await read(), mediaType);
    const bytes = await (packing ??= read().then((text) => compress(text)));
    return new Response(new Uint8Array(bytes), {
      headers: {
        ...headers,
        'content-type': `${mediaType}; charset=utf-8`,
        'content-encoding': 'gzip',
        'content-length': String(bytes.length),
      },
    });
  }

  return { method: 'GET', path, json: false, cors: false, headers, serve };
}

export const explorerAssetRoutes: readonly Route[] = [
  swaggerScript,
  swaggerStyle,
  graphiqlScript,
  graphiqlStyle,
  ...Object.values(graphiqlWorkers),
].map(createProgramRoute);
