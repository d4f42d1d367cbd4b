// A button beside everything that is there to be copied.
for (const text of document.querySelectorAll('pre.copy')) {
  const place = document.createElement('div');
  place.className = 'copying';
  text.replaceWith(place);
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = 'Copy';
  button.addEventListener('click', async () => {
    const isDone = await copy(text);
    button.textContent = isDone ? 'Copied' : 'Press Ctrl+C';
    setTimeout(() => (button.textContent = 'Copy'), 2000);
  });
  place.append(button, text);
}

/** Where the clipboard is closed to pages, the text is selected instead. */
async function copy(text) {
  try {
    await navigator.clipboard.writeText(text.textContent);
    return true;
  } catch {
    getSelection()?.selectAllChildren(text);
    return false;
  }
}
