// Adds a copy button to every <pre class="copy">.
function addButtons() {
  for (const text of document.querySelectorAll('pre.copy:not(.copy-wrapper > *)')) addButton(text);
}

function addButton(text) {
  const wrapper = document.createElement('div');
  wrapper.className = 'copy-wrapper';
  text.replaceWith(wrapper);
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = 'Copy';
  button.addEventListener('click', async () => {
    const isCopied = await copy(text);
    button.textContent = isCopied ? 'Copied' : 'Press Ctrl+C';
    setTimeout(() => (button.textContent = 'Copy'), 2000);
  });
  wrapper.append(button, text);
}

/** Copies the text, or selects it if the browser does not allow access to the clipboard. */
async function copy(text) {
  try {
    await navigator.clipboard.writeText(text.textContent);
    return true;
  } catch {
    getSelection()?.selectAllChildren(text);
    return false;
  }
}

addButtons();
// After htmx has replaced the content, the new content has no buttons.
document.addEventListener('htmx:after:swap', addButtons);
