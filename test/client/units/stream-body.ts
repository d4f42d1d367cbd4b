/**
 * A body whose chunks are given as bytes or text. `onCancel` is called when the reader stops before the end, `end` after the last
 * chunk.
 */
export function bodyOf(
  chunks: readonly (string | Uint8Array)[],
  onCancel = () => {},
  end = (controller: ReadableStreamDefaultController<Uint8Array>) => controller.close(),
): ReadableStream<Uint8Array> {
  const rest = chunks.map((chunk) => (typeof chunk === 'string' ? new TextEncoder().encode(chunk) : chunk));
  return new ReadableStream({
    pull: (controller) => {
      const chunk = rest.shift();
      if (chunk) controller.enqueue(chunk);
      else end(controller);
    },
    cancel: onCancel,
  });
}
