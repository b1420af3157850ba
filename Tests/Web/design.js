// Returns what a designer would complain of in a page: a list of sentences. It looks into the open
// shadow roots, too. `MEASURES` sets the smallest target, and the smallest text, in pixels.
(({ target = 0, text = 12, sign = 10 }) => {
  const faults = [];
  const describe = (node) => `${node.tagName.toLowerCase()}.${[...node.classList].join('.')}`;
  const fault = (node, words) => faults.push(`${describe(node)} ${words} “${node.textContent.trim().slice(0, 24)}”`);
  const all = (root) => [...root.querySelectorAll('*')].flatMap(
    (node) => [node, ...(node.shadowRoot ? all(node.shadowRoot) : [])]);
  const isSeen = (node) => node.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    && !node.closest('.visually-hidden, .skip-link');
  const visible = all(document.body).filter(isSeen);
  const parent = (node) => node.parentElement ?? node.getRootNode().host ?? null;
  const scrolls = (node) => node && (/auto|scroll/.test(getComputedStyle(node).overflowX) || scrolls(parent(node)));
  // A text that ends in an ellipsis, or is for those who hear the page, goes on where it is not seen.
  const isWithin = (node) => node && (/hidden|clip/.test(getComputedStyle(node).overflowX)
    && (getComputedStyle(node).textOverflow === 'ellipsis' || getComputedStyle(node).clipPath !== 'none') || isWithin(parent(node)));
  const hasText = (node) => [...node.childNodes].some((child) => child.nodeType === 3 && child.data.trim());

  for (const node of visible) {
    if (node.closest('svg, .backdrop, .letter, option, details:not([open])')) continue;
    const style = getComputedStyle(node);
    const { left, right, width } = node.getBoundingClientRect();
    if (width === 0 || isWithin(parent(node))) continue;
    const isFree = /absolute|fixed/.test(style.position);
    if (!scrolls(parent(node)) && (right > innerWidth + 1 || left < -1)) fault(node, `reaches from ${left} to ${right}`);
    const box = parent(node);
    if (!isFree && box && box !== document.documentElement && style.display !== 'contents' && !scrolls(box)) {
      const outer = box.getBoundingClientRect();
      if (outer.width > 0 && right > outer.right + 1.5) fault(node, `ends ${right - outer.right} px after its box`);
    }
    if (!hasText(node)) continue;
    const isClipped = /hidden|clip/.test(style.overflowX);
    const showsCut = style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none';
    if (node.scrollWidth > node.clientWidth + 1 && node.clientWidth > 0 && isClipped && !showsCut) fault(node, 'is cut without a sign');
    const least = node.closest('[aria-hidden=true]') ? sign : text;
    if (parseFloat(style.fontSize) < least) fault(node, `is ${style.fontSize} high`);
  }
  for (const node of visible.filter((each) => each.matches('button, a[href], input, select, summary'))) {
    if (node.matches('.card-link') || (getComputedStyle(node).display === 'inline' && node.localName === 'a')) continue;
    const { width, height } = node.getBoundingClientRect();
    if (width < target - 0.5 || height < target - 0.5) fault(node, `is a target of ${width} by ${height}`);
  }
  return faults;
})(MEASURES)
