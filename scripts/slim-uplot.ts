/**
 * Leaves out of the build what our charts never use of uPlot: they give it two linear scales whose ends they set themselves, an axis below
 * and one to the right, no series, and paint the rest in its draw hook. Cursor, legend, selection, series and their paths, time and
 * logarithmic scales are nine tenths of it, in one function that no bundler can see through. What is then settled is said shorter; the
 * outcome is the same to the pixel. Every rule must match exactly once: another version of uPlot fails the build instead of losing
 * something unseen, and what is cut out and called all the same is no function any more, here and in tests.
 */
import type { Plugin } from 'vite';

/** Functions as they are where the options are ours (`src/ui/charts/plot-frame.ts`). */
const SHORTER = `
function incrRound(num, incr) {
	return round(num / incr) * incr;
}
function setDefaults(d, xo, yo) {
	return d.map((o, i) => ({...(i == 0 ? xo : yo), ...o}));
}
function syncFontSize({font}) {
	font[0] = font[0].replace(/[0-9.]+px/, roundDec(font[2] * pxRatio, 1) + 'px');
}
function initScale(scaleKey) {
	const sc = scales[scaleKey] = {...opts.scales[scaleKey]};
	sc.valToPct = val => (val - sc._min) / (sc._max - sc._min);
}
function getPos(val, axis) {
	let pct = scales[axis.scale].valToPct(val);
	return round(axis.side % 2 ? plotTop + plotHgt * (1 - pct) : plotLft + plotWid * pct);
}
function calcPlotRect() {
	axes.forEach(({side, _size}) => {
		if (side % 2)
			plotWidCss -= _size;
		else
			plotHgtCss -= _size;
	});
	plotHgtCss -= opts.padding[0];
	plotTopCss += opts.padding[0];
}
function calcAxesRects() {
	axes.forEach(axis => {
		axis._pos = axis.side % 2 ? plotLftCss + plotWidCss : plotTopCss + plotHgtCss;
	});
}
function initAxis(axis, i) {
	axis.size = fnOrSelf(axis.size);
	axis.font = pxRatioFont(axis.font);
	axis._size = axis.size(self, null, i, 0);
}
function setScale(key, opts) {
	if (opts.max - opts.min < 1e-16)
		return;
	pendScales[key] = opts;
	shouldSetScales = true;
	commit();
}
function setScales() {
	for (let k in pendScales) {
		let psc = pendScales[k];
		let sc = scales[k];
		if (psc != null && (sc.min != psc.min || sc.max != psc.max)) {
			sc.min = sc._min = psc.min;
			sc.max = sc._max = psc.max;
			shouldConvergeSize = true;
		}
		pendScales[k] = null;
	}
}
function axesCalc(cycleNum) {
	let converged = true;
	axes.forEach((axis, i) => {
		axis._show = (axis.side % 2 ? plotHgtCss : plotWidCss) > 0;
		if (!axis._show)
			return;
		axis._splits = axis.splits(self, i);
		axis._values = axis.values(self, axis._splits, i);
		let oldSize = axis._size;
		axis._size = ceil(axis.size(self, axis._values, i, cycleNum));
		if (axis._size != oldSize)
			converged = false;
	});
	return converged;
}
function paddingCalc() {
	return true;
}
function setCtxStyle(stroke, width) {
	if (stroke != ctxStroke)
		ctx.strokeStyle = ctxStroke = stroke;
	if (width != ctxWidth)
		ctx.lineWidth = ctxWidth = width;
}
function drawOrthoLines(offs, isVt, width, stroke) {
	let offset = (width % 2) / 2;
	ctx.translate(offset, offset);
	setCtxStyle(stroke, width);
	ctx.beginPath();
	offs.forEach(off => {
		if (isVt) {
			ctx.moveTo(plotLft, off);
			ctx.lineTo(plotLft + plotWid, off);
		}
		else {
			ctx.moveTo(off, plotTop);
			ctx.lineTo(off, plotTop + plotHgt);
		}
	});
	ctx.stroke();
	ctx.translate(-offset, -offset);
}
function drawAxesGrid() {
	axes.forEach((axis, i) => {
		if (!axis._show)
			return;
		let isVt = axis.side % 2;
		let pos = round(axis._pos * pxRatio) + round(axis.gap * pxRatio);
		let canOffs = axis._splits.map(val => getPos(val, axis));
		setFontStyle(axis.font[0], axis.stroke(self, i), isVt ? LEFT : 'center', isVt ? 'middle' : TOP);
		axis._values.forEach((val, j) => {
			if (isVt)
				ctx.fillText(val, pos, canOffs[j]);
			else
				ctx.fillText(val, canOffs[j], pos);
		});
		drawOrthoLines(canOffs, isVt, roundDec(axis.grid.width * pxRatio, 3), axis.grid.stroke(self, i));
	});
}
function batch(fn) {
	queuedCommit = true;
	fn(self);
	_commit();
}
function _commit() {
	if (shouldSetScales)
		setScales();
	if (shouldConvergeSize)
		convergeSize();
	if (shouldSetSize) {
		setStylePx(wrap, WIDTH, fullWidCss);
		setStylePx(wrap, HEIGHT, fullHgtCss);
		can.width = round(fullWidCss * pxRatio);
		can.height = round(fullHgtCss * pxRatio);
		// A canvas of another size has forgotten its style.
		ctxStroke = ctxFill = ctxWidth = ctxFont = ctxAlign = ctxBaseline = null;
	}
	shouldSetScales = shouldConvergeSize = shouldSetSize = queuedCommit = false;
	if (fullWidCss > 0 && fullHgtCss > 0) {
		ctx.clearRect(0, 0, can.width, can.height);
		drawAxesGrid();
		opts.hooks.draw.forEach(fn => fn(self));
	}
}
function destroy() {
	off(dppxchange, win, syncPxRatio);
	root.remove();
}
function _init() {
	setScale('x', pendScales.x);
	_setSize(opts.width, opts.height);
}
`;
/** Called, and without effect for us: there is no series. */
const IDLE = 'resetYSeries';

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
  [span('const xAxisOpts = {', '\n};'), 'const xAxisOpts = {scale: "x", side: 2};'],
  [span('const yAxisOpts = {', '\n};'), 'const yAxisOpts = {scale: "y"};'],
  [span('const xySeriesOpts = {', '\n};'), ''],
  [span('const yScaleOpts = assign(', '});'), ''],
  ['	on(resize, win, invalidateRects);\n	on(scroll, win, invalidateRects, true);\n', ''],
  ['const linearPath = linear() ;\nconst pointsPath = points() ;\n', ''],
  // What a plot does as it is made, in its order; functions of what is left out go along.
  [span('const self = {\n', 'function getPos('), 'const self = {};\n	function getPos('],
  [span('self.valToPosH = getHPos;', 'self.status = 0;'), ''],
  [span('if (opts.id != null)', 'title.textContent = opts.title;\n	}'), ''],
  [span('on("click", wrap, e => {', '}, true);'), ''],
  [span('const under = self.under', 'placeDiv(OVER, wrap);'), 'wrap.appendChild(can);'],
  [
    span('opts = copy(opts);', 'function initScale'),
    'const axes = setDefaults(opts.axes, xAxisOpts, yAxisOpts);\n	const scales = {};\n	function initScale',
  ],
  [span('// TODO: init scales from facets in mode: 2', 'const pendScales = {};'), 'const pendScales = {};'],
  [span('//	self.tz = opts.tz', 'let fullWidCss = 0;'), 'let fullWidCss = 0;'],
  [span('if (cursor.dataIdx == null) {', 'function initAxis'), 'function initAxis'],
  [span('function autoPadSide', 'let ctxStroke,'), 'let ctxStroke,'],
  [span('function accScale', 'function setScales'), 'function setScales'],
  [span('// grabs the nearest indices with y data', 'function drawOrthoLines'), 'function drawOrthoLines'],
  [span('let deferHooks = false;', 'function commit'), 'function commit'],
  [
    span('self.redraw = (rebuildPaths', 'commit();\n	};'),
    'self.redraw = (_paths, recalcAxes) => {\n		shouldConvergeSize = recalcAxes;\n		commit();\n	};',
  ],
  [span('//	INTERACTION', 'function syncPxRatio'), 'function syncPxRatio'],
  [span('// internal pub/sub', 'function destroy'), 'function destroy'],
  ['series.forEach(initSeries);', ''],
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
      code = cut(code, whole(IDLE), `function ${IDLE}() {}`);
      for (const [from, to] of SETTLED) code = cut(code, from, to);
      return { code, map: null };
    },
  };
}
