import { expect, test } from 'vitest';
import type { BoardInfo } from '../../../facades/discovery/board-info.ts';
import { createApiCatalog } from '../../../facades/discovery/links.ts';

test.each([
  [{ actions: [1], tools: [1], skills: [1] }, ['/v1', '/public', '/graphql', '/get/', '/mcp', '/a2a']],
  [{ actions: [], tools: [1], skills: [1] }, ['/v1', '/public', '/graphql', '/mcp', '/a2a']],
  [{ actions: [1], tools: [], skills: [1] }, ['/v1', '/public', '/graphql', '/get/', '/a2a']],
  [{ actions: [1], tools: [1], skills: [] }, ['/v1', '/public', '/graphql', '/get/', '/mcp']],
])('with %j the catalog of APIs has %j', (parts, paths) => {
  const info = { baseUrl: 'http://board', ...parts } as unknown as BoardInfo;

  const [{ item }, ...apis] = createApiCatalog(info).linkset as [{ item: unknown }, ...{ anchor: string }[]];

  const anchors = paths.map((path) => `http://board${path}`);
  expect(item).toEqual(anchors.map((href) => ({ href })));
  expect(apis.map(({ anchor }) => anchor)).toEqual(anchors);
});
