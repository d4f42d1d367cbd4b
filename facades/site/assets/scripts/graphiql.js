// Opens GraphiQL on the board's own /graphql, with examples to begin with.
const place = document.getElementById('explorer');
const { workers, ...options } = JSON.parse(place.dataset.setup);

self.MonacoEnvironment = {
  globalAPI: false,
  getWorkerUrl: (_module, label) => workers[label] ?? workers.editorWorkerService,
};
YogaGraphiQL.renderYogaGraphiQL(place, options);
