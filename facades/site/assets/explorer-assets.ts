// Swagger UI and GraphiQL from their packages. The files are large and are read on the first request.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { readAccepted } from '../../http/codec/accept.ts';
import { loadOnce } from '../../http/once.ts';
import { encodeUtf8 } from '../../http/reply.ts';
import type { Route } from '../../http/route.ts';
import { ASSET_HEADERS } from './site-assets.ts';

interface ExplorerAsset {
  readonly path: string;
  readonly mediaType: string;
  readonly read: () => Promise<string>;
}

const require = createRequire(import.meta.url);

/** The version of a package. The URLs of its files contain the version, so responses may be cached forever. */
const readVersion = (name: string): string =>
  (require(`${name}/package.json`) as { readonly version: string }).version;

const MEDIA_TYPES = { js: 'text/javascript', css: 'text/css' } as const;

const defineAsset = (name: string, version: string, read: ExplorerAsset['read']): ExplorerAsset => {
  const [stem = '', extension = ''] = name.split('.');
  const mediaType = MEDIA_TYPES[extension as keyof typeof MEDIA_TYPES];
  return { path: `/assets/${stem}-${version}.${extension}`, mediaType, read };
};

const SWAGGER_PACKAGE = 'swagger-ui-dist';

const swaggerAsset = (name: string): ExplorerAsset =>
  defineAsset(name, readVersion(SWAGGER_PACKAGE), () =>
    readFile(require.resolve(`${SWAGGER_PACKAGE}/${name}`), 'utf8'),
  );

export const swaggerScript = swaggerAsset('swagger-ui-bundle.js');
export const swaggerStyle = swaggerAsset('swagger-ui.css');

const GRAPHIQL_PACKAGE = '@graphql-yoga/render-graphiql';

const graphiqlAsset = (
  name: string,
  part: 'js' | 'css' | 'editorWorkerService' | 'graphqlWorker' | 'jsonWorker',
): ExplorerAsset =>
  defineAsset(
    name,
    readVersion(GRAPHIQL_PACKAGE),
    async () => (await import('@graphql-yoga/render-graphiql/graphiql'))[part],
  );

export const graphiqlScript = graphiqlAsset('graphiql-bundle.js', 'js');
export const graphiqlStyle = graphiqlAsset('graphiql-bundle.css', 'css');

/** Web workers, by the labels under which the Monaco editor requests them. */
export const graphiqlWorkers = {
  editorWorkerService: graphiqlAsset('graphiql-editor-worker.js', 'editorWorkerService'),
  graphql: graphiqlAsset('graphiql-worker.js', 'graphqlWorker'),
  json: graphiqlAsset('graphiql-json-worker.js', 'jsonWorker'),
} as const;

const compress = promisify(gzip);

/** The GET route of a file. The bytes stay in memory after the first request: compressing 5 MB takes 0.4 s. */
function createAssetRoute({ path, mediaType, read }: ExplorerAsset): Route {
  const loadPlain = loadOnce(async () => encodeUtf8(await read()));
  const loadCompressed = loadOnce(async () => new Uint8Array(await compress(await read())));
  const headers = { 'content-type': `${mediaType}; charset=utf-8` };
  return {
    method: 'GET',
    path,
    refusesHtml: false,
    cors: false,
    headers: { ...ASSET_HEADERS, vary: 'Accept-Encoding' },
    serve: async ({ request }) =>
      readAccepted(request.headers.get('accept-encoding')).includes('gzip')
        ? { status: 200, headers: { ...headers, 'content-encoding': 'gzip' }, body: await loadCompressed() }
        : { status: 200, headers, body: await loadPlain() },
  };
}

export const explorerAssetRoutes: readonly Route[] = [
  swaggerScript,
  swaggerStyle,
  graphiqlScript,
  graphiqlStyle,
  ...Object.values(graphiqlWorkers),
].map(createAssetRoute);
