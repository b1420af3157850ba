// Returns what is too small, cut off or sticks out in a part of a page: a list of sentences.
((selector) => {
  const TEXT = 12;
  const TARGET = 44;
  const SLACK = 1.5;
  const faults = [];
  const describe = (node) => `${node.tagName.toLowerCase()}.${[...node.classList].join('.')}`;
  const fault = (node, text) => faults.push(`${describe(node)}: ${text}`);
  // Some parts are for those who hear the page; the blurred picture behind others reaches out of its box.
  const isHeard = (node) => node !== null
    && (getComputedStyle(node).clipPath === 'inset(50%)' || isHeard(node.parentElement));
  const isSeen = (node) => node.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true })
    && !node.closest('.skip-link, .backdrop, svg') && !isHeard(node);
  const roots = [...document.querySelectorAll(selector)];
  // Elements of their own have their parts in a shadow root.
  const partsOf = (root) => [...root.querySelectorAll('*')].flatMap(
    (node) => [node, ...(node.shadowRoot ? partsOf(node.shadowRoot) : [])]);
  const seen = roots.flatMap((root) => [root, ...partsOf(root)]).filter(isSeen);
  const whole = (number) => Math.round(number * 10) / 10;

  const textOf = (node) => [...node.childNodes].filter((child) => child.nodeType === Node.TEXT_NODE)
    .map((child) => child.data.trim()).join('');
  // An ellipsis, or a number of lines, says that there is more.
  const saysSo = (style) => style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none';
  const isCut = (overflow) => overflow === 'hidden' || overflow === 'clip';
  // The box that reacts: of a link that covers its card, the card.
  const boxOf = (node) => {
    const cover = getComputedStyle(node, '::after');
    const isCovering = cover.content !== 'none' && cover.position === 'absolute';
    return (isCovering ? node.offsetParent : node).getBoundingClientRect();
  };

  const scrolls = (node) => node !== null
    && (/auto|scroll/.test(getComputedStyle(node).overflowX) || scrolls(node.parentElement));

  for (const node of seen) {
    const style = getComputedStyle(node);
    const size = parseFloat(style.fontSize);
    const isPicture = node.closest('.artwork') !== null;
    if (textOf(node) && !isPicture && size < TEXT) fault(node, `“${textOf(node).slice(0, 20)}” has ${whole(size)} px`);
    const { clientWidth, clientHeight, scrollWidth, scrollHeight } = node;
    if (clientWidth && !isPicture && isCut(style.overflowX) && !saysSo(style) && scrollWidth > clientWidth + SLACK) {
      fault(node, `holds ${scrollWidth} px in a width of ${clientWidth}`);
    }
    if (clientHeight && !isPicture && isCut(style.overflowY) && !saysSo(style) && scrollHeight > clientHeight + SLACK) {
      fault(node, `holds ${scrollHeight} px in a height of ${clientHeight}`);
    }
  }

  // An element that is placed by hand may lie anywhere; the rest lies in its parent.
  for (const node of seen) {
    const style = getComputedStyle(node);
    const parent = node.parentElement;
    if (/absolute|fixed/.test(style.position) || /inline|contents/.test(style.display)) continue;
    if (!parent || getComputedStyle(parent).display === 'contents' || node.closest('.artwork')) continue;
    if (/auto|scroll/.test(getComputedStyle(parent).overflowX)) continue;
    const inner = node.getBoundingClientRect();
    const outer = parent.getBoundingClientRect();
    if (!inner.width || !outer.width) continue;
    if (inner.right > innerWidth + SLACK && !scrolls(parent)) fault(node, `ends at ${whole(inner.right)} px`);
    if (inner.right > outer.right + SLACK) fault(node, `sticks out by ${whole(inner.right - outer.right)} px on the right`);
    if (inner.left < outer.left - SLACK) fault(node, `sticks out by ${whole(outer.left - inner.left)} px on the left`);
  }

  if (!matchMedia('(pointer: coarse)').matches) return faults;
  for (const node of seen.filter((each) => each.matches('button, a[href], input, select, summary'))) {
    const { width, height } = boxOf(node);
    const isInText = getComputedStyle(node).display === 'inline' && !node.matches('.card-link');
    const isSlider = node.type === 'range';
    if (!isInText && !isSlider && (width < TARGET - 0.5 || height < TARGET - 0.5)) {
      fault(node, `is ${whole(width)} by ${whole(height)} px for a finger`);
    }
  }
  return faults;
})
