// Returns the accessibility faults of a page, for readers who do not see it, or see it badly: a
// list of sentences. It looks at the visible elements; the rules are those of WCAG 2.2 that a
// program can check.
(() => {
  const faults = [];
  const describe = (node) => `${node.tagName.toLowerCase()}.${[...node.classList].join('.')}`;
  const fault = (node, text) => faults.push(`${describe(node)}: ${text}`);
  const visible = [...document.querySelectorAll('body *')].filter((node) => node.checkVisibility());
  const canvas = document.createElement('canvas');
  canvas.width = 1;
  canvas.height = 1;
  const context = canvas.getContext('2d', { willReadFrequently: true });

  const channels = (color) => {
    context.clearRect(0, 0, 1, 1);
    context.fillStyle = color;
    context.fillRect(0, 0, 1, 1);
    const [red, green, blue, alpha] = context.getImageData(0, 0, 1, 1).data;
    return { rgb: [red, green, blue], alpha: alpha / 255 };
  };
  const luminance = (rgb) => {
    const [red, green, blue] = rgb.map((value) => value / 255)
      .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const blend = (above, alpha, below) => above.map((value, index) => value * alpha + below[index] * (1 - alpha));

  // Returns the colour behind a text; nothing if a picture or a gradient is behind it.
  const ground = (node) => {
    const layers = [];
    for (let each = node; each; each = each.parentElement) {
      const style = getComputedStyle(each);
      if (style.backgroundImage !== 'none' || style.backdropFilter !== 'none') return undefined;
      if (each.querySelector(':scope > .backdrop')) return undefined;
      const layer = channels(style.backgroundColor);
      if (layer.alpha > 0) layers.push(layer);
      if (layer.alpha === 1) break;
    }
    return layers.reduceRight((below, { rgb, alpha }) => blend(rgb, alpha, below), [255, 255, 255]);
  };
  const isDisabled = (node) => node.closest('[disabled], [aria-disabled=true]') !== null;

  for (const node of visible) {
    const hasText = [...node.childNodes].some((child) => child.nodeType === 3 && child.data.trim());
    if (!hasText || isDisabled(node) || node.closest('.artwork, svg, [aria-hidden=true]')) continue;
    const style = getComputedStyle(node);
    const below = ground(node);
    if (!below) continue;
    const { rgb, alpha } = channels(style.color);
    const [light, dark] = [luminance(blend(rgb, alpha, below)), luminance(below)].sort((a, b) => b - a);
    const ratio = (light + 0.05) / (dark + 0.05);
    const size = parseFloat(style.fontSize);
    const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    if (ratio < (isLarge ? 3 : 4.5)) fault(node, `contrast ${ratio.toFixed(2)} of “${node.innerText.slice(0, 30)}”`);
  }

  for (const node of visible.filter((each) => each.matches('button, a[href], input, select, summary'))) {
    const name = node.getAttribute('aria-label') ?? (node.labels?.[0]?.innerText || node.innerText);
    if (!name?.trim()) fault(node, 'has no name');
    const { width, height } = node.getBoundingClientRect();
    const isInText = node.matches('.card-link, .skip-link') || getComputedStyle(node).display === 'inline';
    const isSlider = node.type === 'range';
    if (!isInText && !isSlider && (width < 24 || height < 24)) fault(node, `is ${width} by ${height}`);
    if (node.tabIndex > 0) fault(node, 'has a place of its own in the order of Tab');
    if (node.parentElement.closest('button, a[href]')) fault(node, 'lies in another control');
  }

  for (const node of visible.filter((each) => each.matches('img'))) {
    if (!node.hasAttribute('alt')) fault(node, 'has no alternative text');
  }
  const headings = visible.filter((node) => node.matches('h1, h2, h3, h4, h5, h6'))
    .map((node) => Number(node.tagName[1]));
  if (headings.filter((level) => level === 1).length !== 1) faults.push(`there are h1: ${headings}`);
  headings.reduce((last, level) => {
    if (level > last + 1) faults.push(`a heading of level ${level} follows one of level ${last}`);
    return level;
  }, 0);
  if (!document.documentElement.lang) faults.push('the page has no language');
  if (!document.title) faults.push('the page has no title');
  if (document.querySelectorAll('main').length !== 1) faults.push('there is not one main');
  if (document.querySelectorAll('[aria-live]').length !== 1) faults.push('there is not one live region');
  const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
  if (new Set(ids).size !== ids.length) faults.push('an id is there twice');
  for (const node of visible.filter((each) => each.matches('ul, ol'))) {
    if ([...node.children].some((child) => child.tagName !== 'LI')) fault(node, 'has what is no item');
  }
  for (const node of visible.filter((each) => each.matches('[aria-hidden=true]'))) {
    if (node.querySelector('button, a[href], input, select')) fault(node, 'hides what can be focused');
  }
  for (const node of visible.filter((each) => each.matches('[role=tab]'))) {
    if (!node.closest('[role=tablist]')) fault(node, 'is a tab without a list of tabs');
  }
  const canScroll = (node) => node && (/auto|scroll/.test(getComputedStyle(node).overflowX) || canScroll(node.parentElement));
  for (const node of visible.filter((each) => each.matches('button, a, li, p'))) {
    const { width, right } = node.getBoundingClientRect();
    if (width > 1 && right > innerWidth + 1 && !canScroll(node.parentElement)) fault(node, `ends at ${right}`);
  }
  const scrolls = document.documentElement;
  if (scrolls.scrollWidth > scrolls.clientWidth) faults.push('the page is wider than the window');
  return faults;
})()
