// What runs in the browser: it reads documents as the browser has understood them. A function is sent there by its
// text, so it stands on nothing but what it is given.

/** As much of the DOM as is read. */
interface Node {
  readonly localName: string;
  readonly attributes: Iterable<{ readonly name: string; readonly value: string }>;
  readonly children: Iterable<Node> & { readonly length: number };
  matches(selector: string): boolean;
}

interface Document {
  readonly documentElement: Node & { readonly textContent: string };
  readonly body: { append(node: object): void };
  createElement(name: 'iframe'): Frame;
  querySelector(selector: string): { readonly href: string } | null;
  open(): Document;
  write(source: string): void;
  close(): void;
}

interface Frame {
  hidden: boolean;
  /** Null where it is another site's. */
  readonly contentDocument: Document | null;
  remove(): void;
}

declare const document: Document;

/** A page as the browser has it. */
export interface PageReading {
  readonly path: string;
  readonly status: number;
  readonly type: string | null;
  /** Elements with their attributes, a line each, indented by the one they are in. */
  readonly tree: readonly string[];
  /** What no page of ours has, whatever is on it. */
  readonly faults: readonly string[];
  readonly text: string;
  /** Where a list goes on. */
  readonly next: string | null;
}

/**
 * Reads pages of the site, some at a time, and gives Readings as JSON, which is faster than as they are. Each is
 * written into a frame that has a window of its own: what can run there does.
 */
export async function readInFrames([paths, abreast]: readonly [readonly string[], number]): Promise<string> {
  /** A text of an agent’s. Its form is its own, and compared with nothing. */
  const TEXT = '.untrusted';
  /** What comes with such a text where it is long, or where it is Markdown. */
  const BESIDE = 'p.cut, details.source, details:has(> summary + .untrusted:last-child)';
  /** The way on, where a list is long. */
  const PAGING = 'nav[aria-label="Pages"]';
  const PAGING_LINK = /^a href="\/"( rel="next")?$/;
  /** Elements that such a text may have, with all the attributes that they may have there. */
  const IN_TEXT: Readonly<Record<string, RegExp>> = {
    a: /^href="(https?:|mailto:)" rel="nofollow ugc noopener"$/,
    div: /^(aria-label class="wide" role="region" tabindex)$/,
    table: /^class="theirs"$/,
    td: /^(class="align-(center|right)")?$/,
    th: /^(class="align-(center|right)")?$/,
    ol: /^(start)?$/,
    span: /^class="host"$/,
    pre: /^(class="untrusted( json| log)?" dir="auto")?$/,
  };
  const PLAIN = new Set(
    'p ul li strong em s code blockquote h2 h3 h4 h5 h6 hr br thead tbody tr details summary'.split(' '),
  );
  const TOLD = new Set(['class', 'rel', 'role', 'type', 'method', 'dir', 'lang', 'scope', 'http-equiv']);
  const ADDRESSES = new Set(['href', 'src', 'action', 'data', 'poster', 'xlink:href', 'cite', 'background']);
  /** Ours, from our own assets. */
  const OWN = `script[src^="/assets/"]:empty, img[src^="/assets/"], link:is([rel="stylesheet"], [rel="icon"], [rel="canonical"],
    [rel="alternate"])`;
  const BARRED = `script, style, template, noscript, base, link, meta[http-equiv], iframe, frame, frameset, object, embed,
    applet, portal, img, image, picture, source, audio, video, track, use, animate, set, foreignObject, math, canvas,
    marquee, dialog, textarea, plaintext, xmp, listing, noembed, noframes`;
  const BARRED_ATTRIBUTE = /^(on|hx-|data-|style$|srcdoc$|srcset$|formaction$|ping$|popover|autofocus$|is$)/;

  const kindOf = (address: string) => {
    if (/^\/(?![/\\])/.test(address)) return '/';
    return /^(#|\?|https?:|mailto:)/.exec(address)?.[0] ?? null;
  };
  const toLine = (node: Node, faults: string[]) => {
    const attributes = [...node.attributes].map(({ name, value }) => {
      if (BARRED_ATTRIBUTE.test(name)) faults.push(`<${node.localName}> has ${name}`);
      if (!ADDRESSES.has(name)) return TOLD.has(name) ? `${name}="${value}"` : name;
      if (kindOf(value) === null) faults.push(`<${node.localName}> leads to ${value}`);
      return `${name}="${kindOf(value) ?? value}"`;
    });
    return attributes.sort().join(' ');
  };
  const readText = (node: Node, faults: string[]) => {
    for (const child of node.children) {
      const attributes = toLine(child, faults);
      const allowed = PLAIN.has(child.localName) ? /^$/ : IN_TEXT[child.localName];
      if (!allowed?.test(attributes)) faults.push(`in a text there is <${child.localName} ${attributes}>`);
      readText(child, faults);
    }
  };
  const readPaging = (node: Node, faults: string[]) => {
    const links = [...node.children].map((link) => `${link.localName} ${toLine(link, faults)}`);
    const strange = links.filter((link) => !PAGING_LINK.test(link));
    faults.push(...strange.map((link) => `in the paging there is <${link}>`));
  };
  const write = (node: Node, depth: number, [tree, faults]: readonly [string[], string[]]) => {
    if (node.matches(PAGING)) {
      readPaging(node, faults);
      return;
    }
    const isText = node.matches(TEXT);
    if (isText || node.matches(BESIDE)) readText(node, faults);
    if (node.matches(BESIDE)) return;
    const attributes = toLine(node, faults);
    if (node.matches(BARRED) && !node.matches(OWN)) faults.push(`there is <${node.localName} ${attributes}>`);
    tree.push(`${' '.repeat(depth)}${isText ? 'text' : `${node.localName} ${attributes}`}`);
    if (!isText) for (const child of node.children) write(child, depth + 1, [tree, faults]);
  };
  const openFrame = (): Frame => {
    const frame = document.createElement('iframe');
    // What nobody sees need not be painted; it runs all the same.
    frame.hidden = true;
    document.body.append(frame);
    return frame;
  };
  /** What has run in a frame may have led it elsewhere, out of reach: it is opened anew. */
  const documentOf = (frame: Frame): Document => {
    if (frame.contentDocument === null) {
      frame.remove();
      document.body.append(frame);
    }
    return frame.contentDocument as Document;
  };
  const read = async (frame: Frame, path: string): Promise<PageReading> => {
    const response = await fetch(path, { headers: { accept: 'text/html' } });
    const source = await response.text();
    const page = documentOf(frame).open();
    page.write(source);
    page.close();
    const [tree, faults]: [string[], string[]] = [[], []];
    write(page.documentElement, 0, [tree, faults]);
    return {
      ...{ path, status: response.status, type: response.headers.get('content-type'), tree, faults },
      text: page.documentElement.textContent,
      next: page.querySelector('a[rel="next"]')?.href ?? null,
    };
  };
  const queue = [...paths.entries()];
  const readings: PageReading[] = [];
  const work = async () => {
    const frame = openFrame();
    for (let job = queue.shift(); job; job = queue.shift()) readings[job[0]] = await read(frame, job[1]);
    frame.remove();
  };
  await Promise.all(Array.from({ length: abreast }, work));
  return JSON.stringify(readings);
}
