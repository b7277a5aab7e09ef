/**
 * What a sweep looks for on the screen that is shown. These functions run inside of the page, sent there as text: they use nothing but the
 * page and each other.
 */
/** The open dialog, which is all that can be reached while it is there, or else the page. */
function sweptScope(): Element {
  return [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body;
}

/** 'button.tab > span': enough to find it in the source, and the same for all rows of a list. */
function nameOf(node: Element): string {
  const own = (element: Element) => `${element.localName}${[...element.classList].map((name) => `.${name}`).join('')}`;
  const label = node.getAttribute('aria-label');
  return `${node.parentElement ? `${own(node.parentElement)} > ` : ''}${own(node)}${label ? ` '${label}'` : ''}`;
}

/** Drawn, and not only for screen readers. */
function isDrawn(node: Element): boolean {
  return (
    node.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    !node.closest('.sr-only, [hidden], [inert]') &&
    getComputedStyle(node).clipPath === 'none' &&
    node.getClientRects().length > 0
  );
}

function hasOwnText(node: Element): boolean {
  return [...node.childNodes].some((child) => child.nodeType === Node.TEXT_NODE && child.textContent?.trim());
}

/** Text that is smaller than 12 px where a person's text is 16, and so in proportion. */
function smallTexts(nodes: readonly Element[], rootPx: number): string[] {
  return nodes
    .filter(hasOwnText)
    .map((node) => ({ node, px: Number.parseFloat(getComputedStyle(node).fontSize) }))
    .filter(({ px }) => px < (12 * rootPx) / 16 - 0.01)
    .map(({ node, px }) => `small text: ${nameOf(node)} ${px} px`);
}

/** What hides a part of its text without saying so by an ellipsis, or lets it run out of a button. */
function cutTexts(nodes: readonly Element[]): string[] {
  return nodes.flatMap((node) => {
    const style = getComputedStyle(node);
    const isButton = node.matches('button, a, [role="tab"]');
    const hidesAcross = /hidden|clip/.test(style.overflowX) && style.textOverflow !== 'ellipsis';
    const hidesDown = /hidden|clip/.test(style.overflowY) && style.webkitLineClamp === 'none' && style.textOverflow !== 'ellipsis';
    const across = node.scrollWidth - node.clientWidth;
    const down = node.scrollHeight - node.clientHeight;
    if (!node.textContent?.trim() || node.clientWidth === 0) return [];
    if (across > 1 && (hidesAcross || (isButton && style.overflowX === 'visible'))) return [`cut: ${nameOf(node)} by ${across} px across`];
    // A row that wraps out of sight leaves out whole figures, and cuts none.
    return down > 1 && hidesDown && style.flexWrap !== 'wrap' ? [`cut: ${nameOf(node)} by ${down} px down`] : [];
  });
}

function scrollsAcross(node: Element | null): boolean {
  for (let at = node; at; at = at.parentElement)
    if (/auto|scroll/.test(getComputedStyle(at).overflowX) && at.localName !== 'dialog') return true;
  return false;
}

/** What reaches beyond the sides of the screen and cannot be scrolled to. */
function wideParts(nodes: readonly Element[]): string[] {
  const width = document.documentElement.clientWidth;
  const over = document.documentElement.scrollWidth - width;
  // A page may be wide by what lies behind the open dialog.
  const looked =
    over > 0 ? [...document.querySelectorAll('body *')].filter((node) => !node.closest('svg, canvas') && isDrawn(node)) : nodes;
  const out = looked.filter((node) => {
    const box = node.getBoundingClientRect();
    return box.width > 0 && (box.right > width + 1 || box.left < -1) && !scrollsAcross(node.parentElement);
  });
  const outer = out.filter((node) => !out.includes(node.parentElement as Element));
  return [
    ...(over > 0 ? [`wide: the page by ${over} px`] : []),
    ...outer.map((node) => `wide: ${nameOf(node)} to ${Math.round(node.getBoundingClientRect().right)} px`),
  ];
}

/** How far around the middle of a target a finger still hits it, across and down. */
function reachOf(node: Element): { across: number; down: number } {
  const box = node.getBoundingClientRect();
  const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
  const hits = (dx: number, dy: number) => {
    const hit = document.elementFromPoint(x + dx, y + dy);
    const isLabel = hit?.closest('label')?.contains(node);
    return hit !== null && (node.contains(hit) || (hit.contains(node) === false && isLabel === true));
  };
  const far = (dx: number, dy: number) => {
    let at = 0;
    while (at < 44 && hits(dx * (at + 0.5), dy * (at + 0.5))) at += 0.5;
    return at;
  };
  const isWide = [
    [-21.5, 0],
    [21.5, 0],
    [0, -21.5],
    [0, 21.5],
  ].every(([dx = 0, dy = 0]) => hits(dx, dy));
  return isWide ? { across: 44, down: 44 } : { across: far(-1, 0) + far(1, 0), down: far(0, -1) + far(0, 1) };
}

/** Links inside of a sentence are as high as their line, and may be (WCAG 2.2, 2.5.8). */
function isInSentence(node: Element): boolean {
  const around = node.parentElement;
  return node.localName === 'a' && getComputedStyle(node).display === 'inline' && around !== null && hasOwnText(around);
}

/** Targets of less than 44 px in either direction; a pixel is lost where an edge lies between two. */
function smallTargets(scope: Element): string[] {
  const all = scope.querySelectorAll('a[href], button, input, select, textarea, summary, [role="slider"], [role="switch"], [role="tab"]');
  return [...all]
    .filter((node) => isDrawn(node) && !node.matches(':disabled') && !isInSentence(node))
    .flatMap((node) => {
      node.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
      const { across, down } = reachOf(node);
      return across < 43 || down < 43 ? [`small target: ${nameOf(node)} ${across} x ${down} px`] : [];
    });
}

/** A chart of which less is in sight than a hand can use: what is above it, and the bar of Buy and Sell, leave it no room. */
function hiddenCharts(scope: Element): string[] {
  scrollTo(0, 0);
  const foot = Math.min(
    innerHeight,
    ...[...scope.querySelectorAll('.trade-bar')].filter(isDrawn).map((bar) => bar.getBoundingClientRect().top),
  );
  return [...scope.querySelectorAll('main .candle-chart-plot')].filter(isDrawn).flatMap((plot) => {
    const { top, bottom } = plot.getBoundingClientRect();
    const seen = Math.round(Math.min(bottom, foot) - top);
    return seen < 90 ? [`hidden chart: ${seen} px in sight`] : [];
  });
}

/** What is chosen of a strip, and what stands beside it, is cut by the edge of the strip. */
function cutPeriods(scope: Element): string[] {
  return [...scope.querySelectorAll('.trade-period-strip')].filter(isDrawn).flatMap((strip) => {
    const edge = strip.getBoundingClientRect();
    return [...strip.querySelectorAll('[role="tab"]')].flatMap((tab) => {
      const words = document.createRange();
      words.selectNodeContents(tab);
      const { left, right } = words.getBoundingClientRect();
      const isIn = left >= edge.left - 0.5 && right <= edge.right + 0.5;
      return isIn || right <= edge.left || left >= edge.right ? [] : [`cut: period ${tab.textContent}`];
    });
  });
}

/** The colours of a gauge begin where its mark stands at nothing. */
function turnedGauges(scope: Element): string[] {
  return [...scope.querySelectorAll('.gauge-scale')].filter(isDrawn).flatMap((gauge) => {
    const { direction, backgroundImage } = getComputedStyle(gauge);
    return backgroundImage.includes(direction === 'rtl' ? '270deg' : '90deg') ? [] : [`turned: gauge runs ${direction}`];
  });
}

/** Everything that is wrong with what is shown. */
function sweep(rootPx: number): string[] {
  const scope = sweptScope();
  const own = [...hiddenCharts(scope), ...cutPeriods(scope), ...turnedGauges(scope)];
  const nodes = [...scope.querySelectorAll('*')].filter((node) => !node.closest('svg, canvas') && isDrawn(node));
  return [...new Set([...own, ...wideParts(nodes), ...smallTexts(nodes, rootPx), ...cutTexts(nodes), ...smallTargets(scope)])];
}

/** Their text, to be run in a page before an expression of theirs. */
export const SWEEP = [
  sweptScope,
  nameOf,
  isDrawn,
  hasOwnText,
  smallTexts,
  cutTexts,
  scrollsAcross,
  wideParts,
  reachOf,
  isInSentence,
  smallTargets,
  hiddenCharts,
  cutPeriods,
  turnedGauges,
  sweep,
]
  .map(String)
  .join('\n');
