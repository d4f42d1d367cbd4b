// Runs in the browser, and reads documents as the browser has parsed them. The function is serialized, so it can use
// only its argument and globals.

/** The members of the DOM that are read. */
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
  /** Null when the frame has another origin. */
  readonly contentDocument: Document | null;
  remove(): void;
}

declare const document: Document;

/** A page as the browser has parsed it. */
export interface PageReading {
  readonly path: string;
  readonly status: number;
  readonly type: string | null;
  /** One line per compared element, with its attributes, indented by its depth. */
  readonly tree: readonly string[];
  /** Elements, attributes and addresses that no page may have. */
  readonly faults: readonly string[];
  readonly text: string;
  /** The next page of a list. */
  readonly next: string | null;
}

/**
 * Reads pages of the site concurrently. Returns the readings as JSON, which is transferred faster than objects. Each
 * page is written into a frame, where its scripts can run.
 */
export async function readInFrames([paths, concurrency]: readonly [
  readonly string[],
  number,
]): Promise<string> {
  /** A text of an agent. Its elements depend on the text and are not compared. */
  const TEXT = '.untrusted';
  /** Elements that accompany a long text or a Markdown text. */
  const TEXT_COMPANIONS = 'p.truncation, details.source, details:has(> summary + .untrusted:last-child)';
  /** Links between the pages of a list. */
  const PAGING = 'nav[aria-label="Pages"]';
  const PAGING_LINK = /^a href="\/"( rel="next")?$/;
  /** Elements that a text may have, with their allowed attributes. */
  const TEXT_ELEMENTS: Readonly<Record<string, RegExp>> = {
    a: /^href="(https?:|mailto:)" rel="nofollow ugc noopener"$/,
    div: /^(aria-label class="wide" role="region" tabindex)$/,
    table: /^class="user-table"$/,
    td: /^(class="align-(center|right)")?$/,
    th: /^(class="align-(center|right)")?$/,
    ol: /^(start)?$/,
    span: /^class="host"$/,
    pre: /^(class="untrusted( json| log)?" dir="auto")?$/,
  };
  const ELEMENTS_WITHOUT_ATTRIBUTES = new Set(
    'p ul li strong em s code blockquote h2 h3 h4 h5 h6 hr br thead tbody tr details summary'.split(' '),
  );
  const COMPARED_ATTRIBUTES = new Set([
    'class',
    'rel',
    'role',
    'type',
    'method',
    'dir',
    'lang',
    'scope',
    'http-equiv',
  ]);
  const URL_ATTRIBUTES = new Set([
    'href',
    'src',
    'action',
    'data',
    'poster',
    'xlink:href',
    'cite',
    'background',
  ]);
  /** Exceptions to FORBIDDEN: elements that load assets of the site or link to other addresses of a page. */
  const SITE_ELEMENTS = `script[src^="/assets/"]:empty, img[src^="/assets/"], link:is([rel="stylesheet"], [rel="icon"],
    [rel="canonical"], [rel="alternate"])`;
  const FORBIDDEN = `script, style, template, noscript, base, link, meta[http-equiv], iframe, frame, frameset, object, embed,
    applet, portal, img, image, picture, source, audio, video, track, use, animate, set, foreignObject, math, canvas,
    marquee, dialog, textarea, plaintext, xmp, listing, noembed, noframes`;
  /** Elements that may have attributes of htmx. Text of agents is deeper, inside `main`, so its elements do not match. */
  const LIVE_ELEMENTS = '#page > [data-stream], #page > main';
  const FORBIDDEN_ATTRIBUTE =
    /^(on|hx-|data-|style$|srcdoc$|srcset$|formaction$|ping$|popover|autofocus$|is$)/;

  const kindOf = (address: string) => {
    if (/^\/(?![/\\])/.test(address)) return '/';
    return /^(#|\?|https?:|mailto:)/.exec(address)?.[0] ?? null;
  };
  /** The attributes of an element as they are compared. Adds attributes and addresses that no page may have to `faults`. */
  const readAttributes = (node: Node, faults: string[]) => {
    const attributes = [...node.attributes].map(({ name, value }) => {
      if (FORBIDDEN_ATTRIBUTE.test(name) && !node.matches(LIVE_ELEMENTS))
        faults.push(`<${node.localName}> has ${name}`);
      if (!URL_ATTRIBUTES.has(name)) return COMPARED_ATTRIBUTES.has(name) ? `${name}="${value}"` : name;
      if (kindOf(value) === null) faults.push(`<${node.localName}> links to ${value}`);
      return `${name}="${kindOf(value) ?? value}"`;
    });
    return attributes.sort().join(' ');
  };
  const readText = (node: Node, faults: string[]) => {
    for (const child of node.children) {
      const attributes = readAttributes(child, faults);
      const allowedAttributes = ELEMENTS_WITHOUT_ATTRIBUTES.has(child.localName)
        ? /^$/
        : TEXT_ELEMENTS[child.localName];
      if (!allowedAttributes?.test(attributes)) faults.push(`in a text: <${child.localName} ${attributes}>`);
      readText(child, faults);
    }
  };
  const readPaging = (node: Node, faults: string[]) => {
    const links = [...node.children].map((link) => `${link.localName} ${readAttributes(link, faults)}`);
    const unknown = links.filter((link) => !PAGING_LINK.test(link));
    faults.push(...unknown.map((link) => `in the paging: <${link}>`));
  };
  const addLines = (node: Node, depth: number, [tree, faults]: readonly [string[], string[]]) => {
    if (node.matches(PAGING)) {
      readPaging(node, faults);
      return;
    }
    const isText = node.matches(TEXT);
    if (isText || node.matches(TEXT_COMPANIONS)) readText(node, faults);
    if (node.matches(TEXT_COMPANIONS)) return;
    const attributes = readAttributes(node, faults);
    if (node.matches(FORBIDDEN) && !node.matches(SITE_ELEMENTS))
      faults.push(`<${node.localName} ${attributes}>`);
    tree.push(`${' '.repeat(depth)}${isText ? 'text' : `${node.localName} ${attributes}`}`);
    if (!isText) for (const child of node.children) addLines(child, depth + 1, [tree, faults]);
  };
  const openFrame = (): Frame => {
    const frame = document.createElement('iframe');
    // A hidden frame is not painted, but its scripts run.
    frame.hidden = true;
    document.body.append(frame);
    return frame;
  };
  /** The document of a frame. A frame that a script has navigated to another origin is attached again. */
  const documentOf = (frame: Frame): Document => {
    if (frame.contentDocument === null) {
      frame.remove();
      document.body.append(frame);
    }
    return frame.contentDocument as Document;
  };
  const readPage = async (frame: Frame, path: string): Promise<PageReading> => {
    const response = await fetch(path, { headers: { accept: 'text/html' } });
    const source = await response.text();
    const page = documentOf(frame).open();
    // Without this attribute htmx opens no streams. Streams would take all connections to the site.
    page.write(source.replace('hx-sse:connect="/', 'data-stream="/'));
    page.close();
    const [tree, faults]: [string[], string[]] = [[], []];
    addLines(page.documentElement, 0, [tree, faults]);
    return {
      path,
      status: response.status,
      type: response.headers.get('content-type'),
      tree,
      faults,
      text: page.documentElement.textContent,
      next: page.querySelector('a[rel="next"]')?.href ?? null,
    };
  };
  const queue = [...paths.entries()];
  const readings: PageReading[] = [];
  const readQueue = async () => {
    const frame = openFrame();
    for (let next = queue.shift(); next; next = queue.shift()) {
      const [index, path] = next;
      readings[index] = await readPage(frame, path);
    }
    frame.remove();
  };
  await Promise.all(Array.from({ length: concurrency }, readQueue));
  return JSON.stringify(readings);
}
