import { expect, test } from 'vitest';
import { openRedis } from '../../src/redis.ts';

test('the user and the password of a URL of Sentinels are decoded', async () => {
  const redis = await openRedis('redis+sentinel://us%40er:p%2Fss@127.0.0.1:1,127.0.0.1:2/board', {
    lazyConnect: true,
  });

  expect(redis.options).toMatchObject({
    name: 'board',
    username: 'us@er',
    password: 'p/ss',
    sentinels: [1, 2].map((port) => ({ host: '127.0.0.1', port })),
  });
  redis.disconnect();
});
