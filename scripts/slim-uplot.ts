/**
 * Leaves out of the build what our charts never use of uPlot: they draw its axes, scales and canvas and paint the rest in its draw hook.
 * Cursor, legend, selection, series and their paths, time and logarithmic scales are two thirds of it, in one function that no bundler can
 * see through. Every rule must match exactly once: another version of uPlot fails the build instead of losing something unseen.
 */
import type { Plugin } from 'vite';

/** Functions that nothing of ours leads to. Where `strict` they throw when they are called all the same. */
const NEVER_CALLED = `
  initLegendRow initCursorPt updateCursor mouseMove cacheMouse mouseDown mouseUp mouseLeave dblClick setLegend setSelect setSeries
  setBand addBand delBand addSeries delSeries closestIdxFromXpos posToVal pub autoPadSide accScale fmtDate timeAxisVal
  timeSeriesVal rangeLog rangeAsinh rangeNum snapNumX snapNumY snapLogY snapAsinhY logAxisSplits asinhAxisSplits numAxisSplits numAxisVals
  log10AxisValsFilt log2AxisValsFilt numSeriesVal seriesFillTo seriesPointsShow cursorPointShow cursorPointFill cursorPointStroke cursorPointSize cursorMove filtBtn0 filtTarg
  legendStroke legendFill
`;
/** Called, and without effect for us: our one series draws nothing, and no key, legend or cursor listens. */
const IDLE = ['initSeries', 'drawSeries', 'onMouse', 'offMouse'];

/** What is always so with our options, and what runs at start for parts that are left out. */
const SETTLED: readonly (readonly [from: string, to: string])[] = [
  ['const mode = self.mode;', 'const mode = 1;'],
  ['const showLegend = legend.show;', 'const showLegend = false;'],
  ['const showCursor =                cursor.show;', 'const showCursor = false;'],
  ['const cursorFocus = focus.prox >= 0;', 'const cursorFocus = false;'],
  ['const FEAT_TIME          = true;', 'const FEAT_TIME = false;'],
  ['if (legend.live) {', 'if (false) {'],
  ['if (cursor.dataIdx == null) {', 'if (false) {'],
  ['let isTime = sc.time;\n\n				let rn', 'const isTime = false;\n\n				let rn'],
  ['let isTime = sc.time;\n\n			axis.size', 'const isTime = false;\n\n			axis.size'],
  ['const [ timeIncrsMs, _timeAxisStampsMs, timeAxisSplitsMs ] = genTimeStuffs(1);', 'const timeIncrsMs = null;'],
  ['const [ timeIncrsS,  _timeAxisStampsS,  timeAxisSplitsS  ] = genTimeStuffs(1e-3);', 'const timeIncrsS = null;'],
  ['(ms == 1 ? timeAxisSplitsMs(_tzDate) : timeAxisSplitsS(_tzDate))', 'null'],
  ['timeAxisVals(_tzDate, timeAxisStamps((ms == 1 ? _timeAxisStampsMs : _timeAxisStampsS), _fmtDate))', 'null'],
  ['timeSeriesVal(_tzDate, timeSeriesStamp(_timeSeriesStamp, _fmtDate));', 'null;'],
  ['const decIncrs = genIncrs(10, -32, 0, allMults);', 'const decIncrs = [];'],
  ['const oneIncrs = genIncrs(10, 0, 32, allMults);', 'const oneIncrs = [];'],
  ['const linearPath = linear() ;', 'const linearPath = null;'],
  ['const pointsPath = points() ;', 'const pointsPath = null;'],
  ['const numFormatter = new', 'const numFormatter = /* @__PURE__ */ new'],
  ['const localTz = new Intl.DateTimeFormat().resolvedOptions().timeZone;', 'const localTz = null;'],
  ['const days3 = days.map(slice3);', 'const days3 = null;'],
  ['const months3 = months.map(slice3);', 'const months3 = null;'],
  ['	on(resize, win, invalidateRects);\n	on(scroll, win, invalidateRects, true);\n', ''],
  ['const sync = _sync(syncKey);', ''],
  ['sync.sub(self);\n', ''],
  ['sync.unsub(self);', ''],
  ['mouseListeners.clear();', ''],
];
/** Our scales are linear: no ordinal, logarithmic, arcsinh or own distribution. */
const OTHER_SCALES = /\b(\w+\.)?(distr|xScaleDistr) == (2|3|4|100)\b|\bsc\.distr >= 3\b/g;
/** Everything that hangs on the function itself, but the pixel ratio. */
const STATICS = /uPlot\.assign = assign;[\s\S]*(?=export \{)/g;

function cut(code: string, from: string | RegExp, to: string): string {
  const found = typeof from === 'string' ? code.split(from).length - 1 : [...code.matchAll(from)].length;
  if (found !== 1) throw new Error(`uPlot is not the one that scripts/slim-uplot.ts knows: ${from} is there ${found} times`);
  return code.replace(from, to);
}

/** From its first line to the brace that stands as far in as it began. */
const whole = (name: string): RegExp => new RegExp(`^(\\t*)function ${name}\\([^\\n]*\\{\\n[\\s\\S]*?\\n\\1\\}$`, 'gm');

/** `strict`: for tests, where a function that was thought unused must not pass unseen. */
export function slimUplot({ strict = false } = {}): Plugin {
  const never = NEVER_CALLED.trim().split(/\s+/);
  return {
    name: 'slim-uplot',
    enforce: 'pre',
    transform(source, id) {
      if (!/\/uPlot\.esm\.js(\?|$)/.test(id)) return undefined;
      let code = cut(source, STATICS, 'uPlot.pxRatio = pxRatio;\n');
      for (const name of never)
        code = cut(code, whole(name), `function ${name}() {${strict ? ` throw new Error('uPlot without ${name}'); ` : ''}}`);
      for (const name of IDLE) code = cut(code, whole(name), `function ${name}() {}`);
      for (const [from, to] of SETTLED) code = cut(code, from, to);
      return { code: code.replace(OTHER_SCALES, 'false'), map: null };
    },
  };
}
