// Measures the contrast of a page's texts with what is really behind them, in two steps: `hide()`
// makes the texts transparent and remembers where they are; `measure(png)` takes the picture of that
// page, in base64, and returns the texts with too little contrast.
globalThis.contrast = (() => {
  const roots = (root) => [root, ...[...root.querySelectorAll('*')].flatMap(
    (node) => (node.shadowRoot ? roots(node.shadowRoot) : []))];
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true });
  let runs = [];
  const colour = (text) => {
    Object.assign(canvas, { width: 1, height: 1 });
    context.fillStyle = text;
    context.fillRect(0, 0, 1, 1);
    return [...context.getImageData(0, 0, 1, 1).data];
  };
  const opacity = (node) => (node ? Number(getComputedStyle(node).opacity) * opacity(node.parentElement ?? node.getRootNode().host) : 1);
  const channel = (value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
  const luminance = ([red, green, blue]) => 0.2126 * channel(red / 255) + 0.7152 * channel(green / 255)
    + 0.0722 * channel(blue / 255);

  // Only what lies on top is read: not a text below a bar that stays while the page moves.
  const layer = (node) => (!node || /fixed|sticky/.test(getComputedStyle(node).position) ? node : layer(node.parentElement));
  const isOnTop = (root, node, x, y) => {
    const top = root.elementFromPoint(x, y);
    return !top || layer(top) === layer(node);
  };
  // The part of an element's box that its ancestors do not cut.
  const seenPart = (node) => {
    const { left, right, top, bottom } = node.getBoundingClientRect();
    const box = { left, right, top, bottom };
    for (let each = node; each; each = each.parentElement ?? each.getRootNode().host) {
      if (getComputedStyle(each).overflowX === 'visible') continue;
      const outer = each.getBoundingClientRect();
      for (const name of ['left', 'top']) box[name] = Math.max(box[name], outer[name]);
      for (const name of ['right', 'bottom']) box[name] = Math.min(box[name], outer[name]);
    }
    return box;
  };
  const find = (root) => [...root.querySelectorAll('*')].flatMap((node) => {
    const texts = [...node.childNodes].filter((child) => child.nodeType === 3 && child.data.trim());
    if (!texts.length || !node.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return [];
    if (node.closest('[disabled], .backdrop, .visually-hidden, .skip-link, noscript, style, script, option, [hidden]')) return [];
    const style = getComputedStyle(node);
    const [red, green, blue, alpha] = colour(style.color);
    const size = parseFloat(style.fontSize);
    return texts.flatMap((text) => {
      const range = document.createRange();
      range.selectNodeContents(text);
      const own = seenPart(node);
      return [...range.getClientRects()].map((rect) => ({
        name: `${node.className} “${text.data.trim().slice(0, 24)}”`, root, node, rgb: [red, green, blue],
        alpha: (alpha / 255) * opacity(node),
        least: size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700) ? 3 : 4.5,
        left: Math.max(rect.left, own.left, 0), right: Math.min(rect.right, own.right, innerWidth),
        top: Math.max(rect.top, own.top, 0), bottom: Math.min(rect.bottom, own.bottom, innerHeight),
      })).filter(({ left, right, top, bottom }) => right - left > 1 && bottom - top > 1);
    });
  });

  return {
    hide() {
      runs = roots(document).flatMap(find);
      const sheet = new CSSStyleSheet();
      sheet.replaceSync('* { color: transparent !important; text-shadow: none !important; transition: none !important; }');
      for (const root of roots(document)) root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
      return runs.length;
    },
    async measure(png) {
      const image = new Image();
      image.src = `data:image/png;base64,${png}`;
      await image.decode();
      Object.assign(canvas, { width: image.width, height: image.height });
      context.drawImage(image, 0, 0);
      const { data } = context.getImageData(0, 0, image.width, image.height);
      const faults = [];
      for (const { name, root, node, rgb, alpha, least, left, right, top, bottom } of runs) {
        // A picture may have come over a letter meanwhile.
        if (!node.checkVisibility({ visibilityProperty: true })) continue;
        let worst = Infinity;
        for (let row = 0; row < 5; row += 1) {
          for (let column = 0; column < 9; column += 1) {
            const x = Math.floor(left + ((column + 0.5) / 9) * (right - left));
            const y = Math.floor(top + ((row + 0.5) / 5) * (bottom - top));
            if (!isOnTop(root, node, x, y)) continue;
            const place = 4 * (y * image.width + x);
            const ground = [data[place], data[place + 1], data[place + 2]];
            const shown = rgb.map((value, index) => value * alpha + ground[index] * (1 - alpha));
            const [light, dark] = [luminance(shown), luminance(ground)].sort((a, b) => b - a);
            worst = Math.min(worst, (light + 0.05) / (dark + 0.05));
          }
        }
        if (worst < least) faults.push(`${name}: ${worst.toFixed(2)}`);
      }
      return [...new Set(faults)];
    },
  };
})();
