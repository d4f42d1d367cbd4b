// Opens Swagger UI on the board's own description.
const place = document.getElementById('explorer');
const dark = matchMedia('(prefers-color-scheme: dark)');
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches);

follow();
dark.addEventListener('change', follow);
SwaggerUIBundle({
  domNode: place,
  url: place.dataset.document,
  presets: [SwaggerUIBundle.presets.apis],
  deepLinking: true,
  docExpansion: 'none',
  defaultModelsExpandDepth: -1,
  displayRequestDuration: true,
  filter: true,
  // Nothing is asked of anybody else.
  validatorUrl: null,
  onComplete: () => document.getElementById('servers')?.setAttribute('aria-label', 'Server'),
});
