/** The page's symbols, drawn on 24 × 24; those of cars by the names of Apple's SF Symbols. */

const OUTLINES = {
  radio: 'M4 9.5h16v10H4zM7 9.5 17.5 4.5M16 14.5a2 2 0 1 0-4 0 2 2 0 1 0 4 0M7 13h2.5M7 16h2.5',
  heart: 'M12 20.3S3.8 15.4 3.8 9.4A4.6 4.6 0 0 1 12 6.6a4.6 4.6 0 0 1 8.2 2.8c0 6-8.2 10.9-8.2 10.9Z',
  clock: 'M12 3.8a8.2 8.2 0 1 0 0 16.4 8.2 8.2 0 0 0 0-16.4ZM12 7.5V12l3.2 2',
  map: 'm9 4.5-5.5 2v13l5.5-2 6 2 5.5-2v-13l-5.5 2ZM9 4.5v13M15 6.5v13',
  'list.bullet': 'M9 6.5h11M9 12h11M9 17.5h11M4.5 6.5h.01M4.5 12h.01M4.5 17.5h.01',
  'arrow.clockwise': 'M19.5 12a7.5 7.5 0 1 1-2.4-5.5M19.5 4v4.5H15',
  'dot.radiowaves.left.and.right':
    'M12 12h.01M8.5 15.5a5 5 0 0 1 0-7M15.5 8.5a5 5 0 0 1 0 7M5.5 18.5a9.2 9.2 0 0 1 0-13M18.5 5.5a9.2 9.2 0 0 1 0 13',
  gobackward: 'M4.5 12a7.5 7.5 0 1 0 2.4-5.5M4.5 4v4.5H9',
  goforward: 'M19.5 12a7.5 7.5 0 1 1-2.4-5.5M19.5 4v4.5H15',
  search: 'M10.5 4.5a6 6 0 1 0 0 12 6 6 0 0 0 0-12ZM15 15l5 5',
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM12 2.8v2M12 19.2v2M2.8 12h2M19.2 12h2M5.5 5.5l1.4 1.4M17.1 17.1l1.4 1.4M18.5 5.5l-1.4 1.4M6.9 17.1l-1.4 1.4',
  moon: 'M20 14.2A8.3 8.3 0 0 1 9.8 4a8.3 8.3 0 1 0 10.2 10.2Z',
  contrast: 'M12 3.8a8.2 8.2 0 1 0 0 16.4 8.2 8.2 0 0 0 0-16.4ZM12 3.8v16.4M12 8h5.5M12 12h8M12 16h5.5',
  disclosureIndicator: 'm9.5 5.5 6.5 6.5-6.5 6.5',
  back: 'M14.5 5.5 8 12l6.5 6.5',
  checkmark: 'm5 12.5 4.7 4.7L19.5 7',
  cloud: 'M7 18.5a4 4 0 0 1-.4-8 5.5 5.5 0 0 1 10.6-1.2A4.6 4.6 0 0 1 17 18.5Z',
  warning: 'M12 4 2.8 19.5h18.4ZM12 10v4.5M12 17h.01',
  headphones: 'M4.5 17v-4a7.5 7.5 0 0 1 15 0v4M4.5 14.5h3v5.5h-3zM16.5 14.5h3v5.5h-3z',
  phone: 'M7.5 3h9a1.5 1.5 0 0 1 1.5 1.5v15a1.5 1.5 0 0 1-1.5 1.5h-9A1.5 1.5 0 0 1 6 19.5v-15A1.5 1.5 0 0 1 7.5 3ZM10.5 18h3',
  car: 'M5 12.5 6.7 7.6A2 2 0 0 1 8.6 6.3h6.8a2 2 0 0 1 1.9 1.3l1.7 4.9M4 12.5h16v5.2H4zM5.5 17.7v1.8M18.5 17.7v1.8M7.2 15.1h.01M16.8 15.1h.01',
  remote: 'M9 3h6a1.5 1.5 0 0 1 1.5 1.5v15A1.5 1.5 0 0 1 15 21H9a1.5 1.5 0 0 1-1.5-1.5v-15A1.5 1.5 0 0 1 9 3ZM12 6a2.3 2.3 0 1 0 0 4.6A2.3 2.3 0 0 0 12 6ZM10.5 14h.01M13.5 14h.01M10.5 17h.01M13.5 17h.01',
  cluster: 'M12 3.5a2.3 2.3 0 1 0 0 4.6 2.3 2.3 0 0 0 0-4.6ZM5.8 15a2.3 2.3 0 1 0 0 4.600 2.3 2.3 0 0 0 0-4.600ZM18.2 15a2.3 2.3 0 1 0 0 4.600 2.3 2.3 0 0 0 0-4.600ZM10.900 7.800 7 15.200M13.100 7.800 17 15.200M8.200 17.300h7.600',
  wall: 'M3.5 5h17v11h-17zM9 20h6M12 16v4',
  close: 'm6 6 12 12M18 6 6 18',
  up: 'm5.5 14.5 6.5-6.5 6.5 6.5',
  down: 'm5.5 9.5 6.5 6.5 6.5-6.5',
  left: 'M14.5 5.5 8 12l6.5 6.5',
  right: 'm9.5 5.5 6.5 6.5-6.5 6.5',
  repeat: 'M5 11V9a2 2 0 0 1 2-2h12M16 4l3 3-3 3M19 13v2a2 2 0 0 1-2 2H5M8 20l-3-3 3-3',
  'repeat.1': 'M5 11V9a2 2 0 0 1 2-2h12M16 4l3 3-3 3M19 13v2a2 2 0 0 1-2 2H5M8 20l-3-3 3-3M11 11l1.5-1v4.500',
  shuffle: 'M4 7h3c5 0 5 10 10 10h3M17.5 14.5 20 17l-2.5 2.5M4 17h3c1.6 0 2.7-1 3.6-2.400M14 9.300C14.8 8 15.7 7 17 7h3M17.5 4.5 20 7l-2.5 2.5',
  volume: 'M4 9.500v5h3.500L12 18.500v-13L7.5 9.500ZM15.5 9a4 4 0 0 1 0 6M18 6.500a7.5 7.5 0 0 1 0 11',
  sliders: 'M4 8h9M17 8h3M15 6v4M4 16h3M11 16h9M9 14v4',
  person: 'M12 4.500a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7ZM5 19.500a7 7 0 0 1 14 0',
  link: 'M10 14a3.5 3.5 0 0 0 5 0l3.5-3.500a3.5 3.5 0 0 0-5-5L12.3 6.700M14 10a3.5 3.5 0 0 0-5 0l-3.5 3.500a3.5 3.5 0 0 0 5 5l1.2-1.2',
};

const SHAPES = {
  'heart.fill': OUTLINES.heart,
  play: 'M7.5 4.800v14.400a.8.8 0 0 0 1.2.7l11.6-7.200a.8.8 0 0 0 0-1.400L8.7 4.100a.8.8 0 0 0-1.2.7Z',
  pause: 'M7 4.500h3.200v15H7zM13.8 4.500H17v15h-3.200z',
  stop: 'M6 6h12v12H6z',
  next: 'M5 5.500v13a.6.6 0 0 0 .9.5L15 12.600V18.500h2.700v-13H15v5.900L5.9 5a.6.6 0 0 0-.9.5Z',
  previous: 'M19 5.500v13a.6.6 0 0 1-.9.5L9 12.600V18.500H6.300v-13H9v5.900L18.1 5a.6.6 0 0 1 .9.5Z',
};

const NAMESPACE = 'http://www.w3.org/2000/svg';

/** Draws a symbol; one that is not known is a dot. */
export function icon(name) {
  const svg = document.createElementNS(NAMESPACE, 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  svg.setAttribute('class', 'icon');
  svg.append(document.createElementNS(NAMESPACE, 'path'));
  setIcon(svg, name);
  return svg;
}

/** Draws another symbol in its place. */
export function setIcon(svg, name) {
  if (svg.dataset.name === name) return;
  svg.dataset.name = name;
  const shape = SHAPES[name];
  svg.classList.toggle('is-filled', shape !== undefined);
  svg.firstChild.setAttribute('d', shape ?? OUTLINES[name] ?? 'M12 12h.01');
}
