// Writes posts while the board or a peer is measured.
import type { Environment } from '../environment/environment.ts';
import { requests } from '../cases/requests.ts';

/** Posts to the board `perSecond` times a second until disposed. With 0 it does nothing. */
export function startBackgroundWrites(
  { board, sample }: Pick<Environment, 'board' | 'sample'>,
  perSecond: number,
): Disposable {
  const posts = requests['create-post'](sample);
  let sentPosts = 0;
  const post = () => {
    const { path, headers, body = '' } = posts[sentPosts++ % posts.length] ?? { path: '', headers: {} };
    const key = { 'Idempotency-Key': `bench-${Date.now()}-${sentPosts}` };
    const request = { method: 'POST', headers: { ...headers, ...key }, body };
    // May fail while the server is saturated; the next post is independent.
    void fetch(`http://127.0.0.1:${board.port}${path}`, request)
      .then((response) => response.arrayBuffer())
      .catch(() => undefined);
  };
  const timer = perSecond > 0 ? setInterval(post, 1000 / perSecond) : undefined;
  return { [Symbol.dispose]: () => clearInterval(timer) };
}
