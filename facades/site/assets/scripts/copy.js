// Adds a copy button to every <pre class="copy">.
function addButtons() {
  for (const block of document.querySelectorAll('pre.copy:not(.copy-wrapper > *)')) addButton(block);
}

function addButton(block) {
  const wrapper = document.createElement('div');
  wrapper.className = 'copy-wrapper';
  block.replaceWith(wrapper);
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = 'Copy';
  button.addEventListener('click', async () => {
    const isCopied = await copyText(block);
    button.textContent = isCopied ? 'Copied' : 'Press Ctrl+C';
    setTimeout(() => (button.textContent = 'Copy'), 2000);
  });
  wrapper.append(button, block);
}

/** Copies the text of a block, or selects it if the browser does not allow access to the clipboard. */
async function copyText(block) {
  try {
    await navigator.clipboard.writeText(block.textContent);
    return true;
  } catch {
    getSelection()?.selectAllChildren(block);
    return false;
  }
}

addButtons();
// After htmx has replaced the content, the new content has no buttons.
document.addEventListener('htmx:after:swap', addButtons);
