// Starts GraphiQL for the board's /graphql, with features that it lacks: examples, the API key, links to documents, and a history.
const container = document.getElementById('explorer');
const { workers, examples, endpoint, ...options } = JSON.parse(container.dataset.setup);
const find = (name) => document.getElementById(`explorer-${name}`);
const HISTORY = 'explorer:history';
const KEY = 'explorer:key';
const MAX_HISTORY = 30;
/** GraphiQL stores an edit 600 ms after it: 100 ms until the tab has it, 500 ms until the tab is stored. */
const STORED_AFTER_MS = 700;
const [firstExample] = Object.keys(examples);

self.MonacoEnvironment = {
  globalAPI: false,
  getWorkerUrl: (_module, label) => workers[label] ?? workers.editorWorkerService,
};

// The part after # is not sent to the server.
const toHash = (tab) => `#${new URLSearchParams(tab)}`;

function readHash() {
  const { example, query, variables } = Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
  if (query !== undefined) return { query, variables };
  return Object.hasOwn(examples, example) ? { query: examples[example] } : null;
}

function readStored(name) {
  try {
    return JSON.parse(localStorage.getItem(name)) ?? [];
  } catch {
    return [];
  }
}

/** The document in the open tab, which GraphiQL stores while it is edited. */
function readTab() {
  const { tabs = [], activeTabIndex = 0 } = readStored('graphiql:tabState');
  const { query, variables } = tabs[activeTabIndex] ?? {};
  return { query: query ?? examples[firstExample], ...(variables && { variables }) };
}

function remember({ query, variables }) {
  if (query === undefined || query.includes('__schema')) return;
  const hash = toHash({ query, ...(variables && { variables: JSON.stringify(variables, null, 2) }) });
  const others = readStored(HISTORY).filter((each) => each.hash !== hash);
  storeHistory([{ hash, query }, ...others].slice(0, MAX_HISTORY));
  showHistory();
}

/** Stores the newest documents for which the browser has space. Leaves the history as it is if the first alone is too long. */
function storeHistory(documents) {
  try {
    localStorage.setItem(HISTORY, JSON.stringify(documents));
  } catch {
    if (documents.length > 1) storeHistory(documents.slice(0, -1));
  }
}

/** The beginning of a document on one line, without comments. */
const toLine = (query) =>
  query
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => !line.startsWith('#'))
    .join(' ')
    .slice(0, 90);

function showHistory() {
  const items = readStored(HISTORY).map(({ hash, query }) => {
    const [link, item] = [document.createElement('a'), document.createElement('li')];
    link.href = hash;
    link.textContent = toLine(query);
    item.append(link);
    return item;
  });
  find('history').replaceChildren(...items);
}

const send = self.fetch.bind(self);
self.fetch = (input, init) => {
  const request = new Request(input, init);
  if (!request.url.startsWith(endpoint)) return send(request);
  const key = find('key').value.trim();
  if (key !== '' && !request.headers.has('authorization'))
    request.headers.set('authorization', `Bearer ${key}`);
  if (typeof init?.body === 'string') remember(JSON.parse(init.body));
  return send(request);
};

find('share').addEventListener('click', async ({ target }) => {
  await new Promise((resolve) => setTimeout(resolve, STORED_AFTER_MS));
  history.replaceState(null, '', toHash(readTab()));
  const label = target.textContent;
  const isCopied = await navigator.clipboard.writeText(location.href).then(
    () => true,
    () => false,
  );
  target.textContent = isCopied ? 'Copied' : 'The link is in the address bar';
  setTimeout(() => (target.textContent = label), 2000);
});
find('forget').addEventListener('click', () => {
  localStorage.removeItem(HISTORY);
  showHistory();
});
// GraphiQL opens a linked document only when it starts, so a new link reloads the page. The key is stored only during the reload.
self.addEventListener('hashchange', () => {
  sessionStorage.setItem(KEY, find('key').value);
  location.reload();
});
find('key').value = sessionStorage.getItem(KEY) ?? '';
sessionStorage.removeItem(KEY);

showHistory();
document.getElementById('explorer-bar').hidden = false;
const linkedTab = readHash();
YogaGraphiQL.renderYogaGraphiQL(container, {
  ...options,
  endpoint,
  // The tabs for a browser that has stored none. `query` alone would set the editor, but not the tab that `readTab` reads.
  defaultTabs: [linkedTab ?? { query: examples[firstExample] }],
  ...linkedTab,
  onEditQuery: () => {},
});
