/**
 * Where a page's main thread spends its time, as the browser traces it: CPU time of its tasks by what was done in them, each moment counted
 * once, for the innermost event it fell into; and the longest task.
 */
import type { CDPSession } from 'playwright';

export const KINDS = ['function', 'style', 'layout', 'paint', 'garbage', 'browser'] as const;
type Kind = (typeof KINDS)[number];
export type TaskTrace = {
  /** ms of CPU by kind; 'browser' is what a task spends outside of the others: messages, scheduling, the frame's own work. */
  readonly ms: Readonly<Record<Kind, number>>;
  /** ms of CPU of each task, ascending. */
  readonly tasksMs: readonly number[];
};

const CATEGORIES = ['devtools.timeline', 'disabled-by-default-devtools.timeline', 'v8', 'disabled-by-default-v8.gc'];
const TASK = /^(RunTask|ThreadControllerImpl::RunTask)$/;
const EVENTS: readonly (readonly [Kind, RegExp])[] = [
  ['garbage', /GC|^V8\.GC_|BlinkGC/],
  ['style', /^(UpdateLayoutTree|RecalculateStyles|ParseAuthorStyleSheet|ScheduleStyleRecalculation)$/],
  ['layout', /^(Layout|HitTest|IntersectionObserverController::computeIntersections)$/],
  ['paint', /^(Paint|PrePaint|UpdateLayer|UpdateLayerTree|CompositeLayers|Commit|Layerize|RasterTask|PaintImage)$/],
  [
    'function',
    /^(FunctionCall|EvaluateScript|FireAnimationFrame|TimerFire|RunMicrotasks|v8\.callFunction|V8\.(Execute|RunMicrotasks)|EventDispatch|HandlePostMessage|EventTiming)$/,
  ],
];
const ENDED_WITHIN_MS = 20_000;

type Event = { name: string; ph: string; pid: number; tid: number; tts?: number; tdur?: number; args?: { name?: string } };

/** Traces until the returned function is called, which gives what the main thread of this page's process did. One trace at a time. */
export async function startTaskTrace(cdp: CDPSession): Promise<() => Promise<TaskTrace>> {
  const events: Event[] = [];
  const collect = ({ value }: { value: unknown[] }) => {
    events.push(...(value as Event[]));
  };
  cdp.on('Tracing.dataCollected', collect);
  await cdp.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig: { includedCategories: CATEGORIES } });
  return async () => {
    const complete = new Promise<void>((resolve, reject) => {
      setTimeout(() => reject(new Error('the trace does not end')), ENDED_WITHIN_MS).unref();
      cdp.once('Tracing.tracingComplete', () => resolve());
    });
    await cdp.send('Tracing.end');
    await complete;
    cdp.off('Tracing.dataCollected', collect);
    return figuresOf(events);
  };
}

/** Of all renderers that were traced the one that did most is the page under load: the others rest. */
function figuresOf(events: readonly Event[]): TaskTrace {
  const mains = events.filter(({ ph, name, args }) => ph === 'M' && name === 'thread_name' && args?.name === 'CrRendererMain');
  const traces = mains.map(({ pid, tid }) =>
    ofThread(events.filter((event) => event.pid === pid && event.tid === tid && event.ph === 'X')),
  );
  const sum = ({ tasksMs }: TaskTrace) => tasksMs.reduce((total, ms) => total + ms, 0);
  const [most] = traces.sort((a, b) => sum(b) - sum(a));
  if (!most || sum(most) === 0) throw new Error('no task of a main thread was traced');
  return most;
}

type Open = { readonly kind: Kind | undefined; readonly end: number };

function ofThread(events: readonly Event[]): TaskTrace {
  const ms: Record<Kind, number> = { function: 0, style: 0, layout: 0, paint: 0, garbage: 0, browser: 0 };
  const tasksMs: number[] = [];
  const open: Open[] = [];
  const sorted = events
    .flatMap(({ name, tts, tdur }) => (tts !== undefined && tdur !== undefined ? [{ name, tts, tdur }] : []))
    .sort((a, b) => a.tts - b.tts || b.tdur - a.tdur);
  for (const { name, tts, tdur } of sorted) {
    while (open.length > 0 && (open.at(-1) as Open).end <= tts) open.pop();
    const outer = open.at(-1);
    const isTask = TASK.test(name);
    // Tasks inside of tasks are one, and so is the work of what runs outside of any.
    if (isTask ? outer : !outer) continue;
    const kind = isTask ? 'browser' : EVENTS.find(([, names]) => names.test(name))?.[0];
    if (!kind) continue;
    if (isTask) tasksMs.push(tdur / 1_000);
    ms[kind] += tdur / 1_000;
    if (outer?.kind) ms[outer.kind] -= Math.min(tdur, outer.end - tts) / 1_000;
    open.push({ kind, end: tts + tdur });
  }
  return { ms, tasksMs: tasksMs.sort((a, b) => a - b) };
}
