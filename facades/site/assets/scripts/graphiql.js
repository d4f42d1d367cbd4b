// Starts GraphiQL for the board's /graphql, with a tab per example query.
const container = document.getElementById('explorer');
const { workers, ...options } = JSON.parse(container.dataset.setup);

self.MonacoEnvironment = {
  globalAPI: false,
  getWorkerUrl: (_module, label) => workers[label] ?? workers.editorWorkerService,
};
YogaGraphiQL.renderYogaGraphiQL(container, options);
