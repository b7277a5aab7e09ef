/**
 * Leaves out of the build what our charts never use of uPlot: they have canvas, sizes and the place of the plot of it, and paint all else in
 * its draw hook (decision D9.155). Axes, scales, cursor, legend, selection, series and their paths are nearly all of it, in one function that
 * no bundler can see through. What is then settled is said shorter; the outcome is the same to the pixel. Every rule must match exactly once: another version of uPlot fails the build instead of losing
 * something unseen, and what is cut out and called all the same is no function any more, here and in tests.
 */
import type { Plugin } from 'vite';

/** Functions as they are where the options are ours (`src/ui/charts/plot-frame.ts`). */
const SHORTER = `
function incrRound(num, incr) {
	return round(num / incr) * incr;
}
function _setSize(width, height) {
	self.width = width;
	self.height = height;
	shouldConvergeSize = shouldSetSize = true;
	commit();
}
function convergeSize() {
	let [top, right, below] = opts.padding.map(side => side());
	self.bbox = {
		left: 0,
		top: incrRound(top * pxRatio, 0.5),
		width: incrRound((self.width - right) * pxRatio, 0.5),
		height: incrRound((self.height - top - below) * pxRatio, 0.5),
	};
}
function batch(fn) {
	queuedCommit = true;
	fn(self);
	_commit();
}
function _commit() {
	if (shouldConvergeSize)
		convergeSize();
	const isBlank = shouldSetSize;
	if (shouldSetSize) {
		setStylePx(can, WIDTH, self.width);
		setStylePx(can, HEIGHT, self.height);
		can.width = round(self.width * pxRatio);
		can.height = round(self.height * pxRatio);
	}
	shouldConvergeSize = shouldSetSize = queuedCommit = false;
	if (self.width > 0 && self.height > 0) {
		isBlank || ctx.clearRect(0, 0, can.width, can.height);
		opts.hooks.draw.forEach(fn => fn(self));
	}
}
function destroy() {
	off(dppxchange, win, syncPxRatio);
	root.remove();
}
function _init() {
	_setSize(opts.width, opts.height);
}
`;
/** From its first words to the last ones, whatever is between. */
function span(from: string, to: string): RegExp {
  const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`${literal(from)}[\\s\\S]*?${literal(to)}`, 'g');
}

/** What is always so with our options, and what would run for parts that are left out. */
const SETTLED: readonly (readonly [from: string | RegExp, to: string])[] = [
  // What the module makes as it starts; what nobody then asks for, the bundler finds.
  ['const numFormatter = new', 'const numFormatter = /* @__PURE__ */ new'],
  ['const localTz = new Intl.DateTimeFormat().resolvedOptions().timeZone;', 'const localTz = null;'],
  [span('const microTask = ', 'queueMicrotask;'), 'const microTask = queueMicrotask;'],
  [span('const days3 = ', 'months.map(slice3);'), 'const days3 = null, months3 = null;'],
  [span('const decIncrs = ', 'decIncrs.concat(oneIncrs);'), ''],
  [span('const [ timeIncrsMs, ', ' = genTimeStuffs(1);'), ''],
  [span('const [ timeIncrsS, ', ' = genTimeStuffs(1e-3);'), ''],
  ['genIncrs(2, -53, 53, [1]);', ''],
  [span('const grid = assign(', 'const labelFont = "bold " + font;'), ''],
  [span('const xAxisOpts = {', '\n};'), ''],
  [span('const yAxisOpts = {', '\n};'), ''],
  [span('const xySeriesOpts = {', '\n};'), ''],
  [span('const yScaleOpts = assign(', '});'), ''],
  ['	on(resize, win, invalidateRects);\n	on(scroll, win, invalidateRects, true);\n', ''],
  ['const linearPath = linear() ;\nconst pointsPath = points() ;\n', ''],
  // A canvas that has its size is given its pen: another size would take it away again.
  [
    'const can = placeTag("canvas");',
    'const can = placeTag("canvas");\n	can.width = round(opts.width * pxRatio);\n	can.height = round(opts.height * pxRatio);',
  ],
  // What a plot does as it is made, in its order; functions of what is left out go along.
  [span('const self = {\n', 'self.status = 0;'), 'const self = {};'],
  [span('if (opts.id != null)', 'title.textContent = opts.title;\n	}'), ''],
  [span('on("click", wrap, e => {', '}, true);'), ''],
  [span('const under = self.under', 'placeDiv(OVER, wrap);'), 'wrap.appendChild(can);'],
  [span('opts = copy(opts);', 'self.bbox = {};'), ''],
  [span('function calcSize', 'const CYCLE_LIMIT = 3;'), ''],
  [span('// accumulate axis offsets', 'let queuedCommit = false;'), 'let queuedCommit = false;'],
  [span('let deferHooks = false;', 'function commit'), 'function commit'],
  [
    span('self.redraw = (rebuildPaths', 'commit();\n	};'),
    'self.redraw = (_paths, recalcAxes) => {\n		shouldConvergeSize = recalcAxes;\n		commit();\n	};',
  ],
  [span('// redraw() => setScale', 'function syncPxRatio'), 'function syncPxRatio'],
  ['axes.forEach(syncFontSize);', ''],
  [span('// internal pub/sub', 'function destroy'), 'function destroy'],
  ['series.forEach(initSeries);', ''],
  ['axes.forEach(initAxis);', ''],
  [span('if (then) {', 'else\n		_init();'), 'then(self, _init);'],
];
/** Everything that hangs on the function itself, but the pixel ratio. */
const STATICS = /uPlot\.assign = assign;[\s\S]*(?=export \{)/g;

function cut(code: string, from: string | RegExp, to: string): string {
  const found = typeof from === 'string' ? code.split(from).length - 1 : [...code.matchAll(from)].length;
  if (found !== 1) throw new Error(`uPlot is not the one that scripts/slim-uplot.ts knows: ${from} is there ${found} times`);
  return code.replace(from, () => to);
}

/** From its first line to the brace that stands as far in as it began. */
const whole = (name: string): RegExp => new RegExp(`^(\\t*)function ${name}\\([^\\n]*\\{\\n[\\s\\S]*?\\n\\1\\}$`, 'gm');

export function slimUplot(): Plugin {
  const shorter = [...SHORTER.matchAll(/^function (\w+)[\s\S]*?^\}$/gm)].map(([text, name]) => [name as string, text] as const);
  return {
    name: 'slim-uplot',
    enforce: 'pre',
    transform(source, id) {
      if (!/\/uPlot\.esm\.js(\?|$)/.test(id)) return undefined;
      let code = cut(source, STATICS, 'uPlot.pxRatio = pxRatio;\n');
      for (const [name, text] of shorter) code = cut(code, whole(name), text);
      for (const [from, to] of SETTLED) code = cut(code, from, to);
      return { code, map: null };
    },
  };
}
