/* What is wrong with the layout of a page, as lines of text; run in the page that has it in a frame. */
function layoutFaults(frame) {
  const { contentDocument: doc, contentWindow: win, clientWidth: width } = frame;
  const faults = [];
  const say = (what, text) => faults.push(`${what}: ${text.trim().slice(0, 80)}`);
  const isShown = element => element.checkVisibility({ contentVisibilityAuto: true, visibilityProperty: true });
  if (doc.documentElement.scrollWidth > width) say('is wider than the window', `${doc.documentElement.scrollWidth}`);
  for (const element of doc.body.querySelectorAll('*')) {
    const { overflowX } = win.getComputedStyle(element);
    if (overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1) say('is cut or has to be moved', element.textContent);
  }
  const boxes = [];
  const walker = doc.createTreeWalker(doc.body, win.NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (!isShown(parent) || parent.closest('.sr, .skip, style')) continue;
    const range = doc.createRange();
    for (const { 0: word, index } of node.data.matchAll(/\S+/g)) {
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const rects = [...range.getClientRects()].filter(rect => rect.width > 0);
      if (rects.length === 0 || rects[0].right < 0) continue; // for a screen reader alone
      if (rects.some(rect => rect.left < -0.5 || rect.right > width + 0.5)) say('stands outside', word);
      // What is longer than a line may be broken.
      if (rects.length > 1 && word.length <= 43 && !parent.closest('pre')) say('is broken', word);
      boxes.push(...rects.map(({ left, right, top, bottom }) => ({ left, right, top, bottom, word, parent })));
    }
  }
  boxes.sort((a, b) => a.top - b.top);
  boxes.forEach((a, index) => {
    for (let other = index + 1; other < boxes.length && boxes[other].top < a.bottom - 3; other += 1) {
      const b = boxes[other];
      const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (across > 1 && down > 5) say('overlap', `${a.word} and ${b.word}`);
    }
  });
  return [...new Set(faults)].slice(0, 12);
}

/* How large the answer is, and where it stands. */
function answerOf(frame) {
  const word = frame.contentDocument.querySelector('.word');
  const { top, bottom } = word.getBoundingClientRect();
  return { letters: parseFloat(frame.contentWindow.getComputedStyle(word).fontSize), top, bottom, text: word.textContent.trim() };
}
