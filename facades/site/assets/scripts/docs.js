// Starts Swagger UI with the board's OpenAPI document.
const container = document.getElementById('explorer');
const darkScheme = matchMedia('(prefers-color-scheme: dark)');
const applyColorScheme = () => document.documentElement.classList.toggle('dark-mode', darkScheme.matches);

applyColorScheme();
darkScheme.addEventListener('change', applyColorScheme);
SwaggerUIBundle({
  domNode: container,
  url: container.dataset.document,
  presets: [SwaggerUIBundle.presets.apis],
  deepLinking: true,
  docExpansion: 'none',
  defaultModelsExpandDepth: -1,
  displayRequestDuration: true,
  filter: true,
  // No request to the public validator of Swagger.
  validatorUrl: null,
  onComplete: () => document.getElementById('servers')?.setAttribute('aria-label', 'Server'),
});
