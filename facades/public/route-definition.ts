import { type JsonSchema, type Operation, serializeJson } from '../../schema/contract.ts';

/** The input of a serializer: the result of the operation and the URLs of the response. */
export interface PublicResponseData {
  /** The result, with connections flattened to arrays. */
  readonly value: unknown;
  /** Cursor of the next page; null on the last page. */
  readonly cursor: string | null;
  /** Absolute URL of this page. */
  readonly selfUrl: string;
  /** Absolute URL of the next page; null on the last page. */
  readonly nextUrl: string | null;
  /** RFC 3339. */
  readonly generatedAt: string;
  readonly baseUrl: string;
  readonly siteUrl: string;
}

export type SerializePage = (data: PublicResponseData) => string;

/** The definition of a public resource. Parameters and data are derived from its operation. */
export interface PublicRouteDefinition {
  readonly method: 'GET';
  /** `/public/threads/{thread_id}`. A path without an extension is JSON and responds with 406 to browsers. */
  readonly path: string;
  readonly operation: Operation;
  readonly summary: string;
  readonly mediaType: string;
  readonly serialize: SerializePage;
  /** Whether the response contains the time of its creation, so that its bytes differ even if the records are the same. */
  readonly hasGeneratedAt: boolean;
  /** Returns the JSON Schema of the response, given the schema of its data. Null if the response is not JSON. */
  readonly createSchema: ((data: JsonSchema) => JsonSchema) | null;
}

/** Defines a public resource. By default the response is the result of the operation as JSON. */
export const definePublicRoute = (
  path: `/public/${string}`,
  settings: Pick<PublicRouteDefinition, 'operation' | 'summary'> &
    Partial<Omit<PublicRouteDefinition, 'method' | 'path'>>,
): PublicRouteDefinition => ({
  method: 'GET',
  path,
  mediaType: 'application/json',
  serialize: ({ value }) => serializeJson(value),
  hasGeneratedAt: false,
  createSchema: (data) => data,
  ...settings,
});

/** Whether the path has an extension, which fixes the media type: `/public/feed.xml`. */
export const hasExtension = (path: string): boolean => /\.\w+$/.test(path);
