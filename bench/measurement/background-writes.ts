// Somebody who writes while reads are measured: what the board shares until something is written is worked out as often.
import type { Environment } from '../environment/environment.ts';
import { requests } from '../cases/requests.ts';

/** Posts at the board so many times a second, until it is let go. Of 0 nothing is posted. */
export function startBackgroundWrites(
  { board, sample }: Pick<Environment, 'board' | 'sample'>,
  perSecond: number,
): Disposable {
  const posts = requests['create-post'](sample);
  let sent = 0;
  const post = () => {
    const { path, headers, body = '' } = posts[sent++ % posts.length] ?? { path: '', headers: {} };
    const key = { 'Idempotency-Key': `bench-${Date.now()}-${sent}` };
    const request = { method: 'POST', headers: { ...headers, ...key }, body };
    // While a server is loaded to its limits this may well fail: the next one does as well.
    void fetch(`http://127.0.0.1:${board.port}${path}`, request)
      .then((response) => response.arrayBuffer())
      .catch(() => undefined);
  };
  const timer = perSecond > 0 ? setInterval(post, 1000 / perSecond) : undefined;
  return { [Symbol.dispose]: () => clearInterval(timer) };
}
