/** Reads a trace of Chromium: how the page's main thread spent its time, each moment counted once, by what the browser was doing. */

export const GROUPS = ['parse', 'compile', 'evaluate', 'function', 'style', 'layout', 'paint', 'garbage', 'browser'] as const;
type Group = (typeof GROUPS)[number];
export type GroupTimes = Record<Group, number>;
export type TracedTask = { readonly startMs: number; readonly ms: number; readonly groups: GroupTimes };

type TraceEvent = { ph: string; name: string; pid: number; tid: number; ts: number; dur?: number; args?: { name?: string } };
type Spent = { name: string; startUs: number; endUs: number; group: Group; childrenUs: number };

/** The first that fits. What has no name here is part of what it happens in; a task of its own is the browser's. */
const NAMES: readonly (readonly [RegExp, Group])[] = [
  [/^(MinorGC|MajorGC|V8\.GC|BlinkGC|CppGC)/, 'garbage'],
  [/compile|^v8\.(parse|produceCache|consumeCache|deserialize)|^V8\.(Parse|Preparse|Deserialize)|CodeCache/i, 'compile'],
  [/^(EvaluateScript|v8\.evaluateModule|V8\.ExecuteModule)$/, 'evaluate'],
  [
    /^(FunctionCall|RunMicrotasks|TimerFire|FireAnimationFrame|FireIdleCallback|EventDispatch|v8\.callFunction|HandlePostMessage)$/,
    'function',
  ],
  [/^(ParseHTML|ParseAuthorStyleSheet)/, 'parse'],
  [/^(UpdateLayoutTree|RecalculateStyles|RecalcStyle|Document::(updateStyle|rebuild|recalc)|ScheduleStyleRecalculation)/, 'style'],
  [/^(Layout|LocalFrameView::(layout|performLayout)|HitTest|IntersectionObserver)/, 'layout'],
  [
    /^(Paint|PrePaint|Layerize|UpdateLayer|Commit|CompositeLayers|PaintImage|Decode|Raster|PaintArtifactCompositor|LocalFrameView::RunPaint)/,
    'paint',
  ],
];
const TASK = /RunTask$/;

const nothing = (): GroupTimes => Object.fromEntries(GROUPS.map((group) => [group, 0])) as GroupTimes;
const groupOf = (name: string): Group | undefined => NAMES.find(([pattern]) => pattern.test(name))?.[1];

/** Tasks of the main thread that worked most, in the order of time; ms from the first of them. */
export function mainThreadTasks(trace: Buffer): TracedTask[] {
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] };
  const isMain = new Set(
    traceEvents.flatMap(({ ph, name, args, pid, tid }) =>
      ph === 'M' && name === 'thread_name' && args?.name === 'CrRendererMain' ? [`${pid}/${tid}`] : [],
    ),
  );
  const threads = new Map<string, TraceEvent[]>();
  for (const event of traceEvents) {
    const thread = `${event.pid}/${event.tid}`;
    if (event.ph !== 'X' || !isMain.has(thread)) continue;
    const events = threads.get(thread) ?? [];
    events.push(event);
    threads.set(thread, events);
  }
  const work = (events: readonly TraceEvent[]) => events.reduce((sum, { name, dur = 0 }) => sum + (TASK.test(name) ? dur : 0), 0);
  const busiest = [...threads.values()].sort((a, b) => work(b) - work(a))[0] ?? [];
  return tasksOf(busiest);
}

function tasksOf(events: TraceEvent[]): TracedTask[] {
  const ordered = [...events].sort((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0));
  const tasks: TracedTask[] = [];
  const open: Spent[] = [];
  let groups = nothing();
  const close = () => {
    const { startUs, endUs, group, childrenUs } = open.pop() as Spent;
    groups[group] += Math.max(0, endUs - startUs - childrenUs) / 1_000;
    const parent = open.at(-1);
    if (parent) parent.childrenUs += endUs - startUs;
    else tasks.push({ startMs: (startUs - (ordered[0]?.ts ?? 0)) / 1_000, ms: (endUs - startUs) / 1_000, groups });
    if (!parent) groups = nothing();
  };
  for (const { name, ts, dur = 0 } of ordered) {
    while (open.length > 0 && (open.at(-1) as Spent).endUs <= ts) close();
    const parent = open.at(-1);
    if (!parent && !TASK.test(name)) continue;
    const group = groupOf(name) ?? parent?.group ?? 'browser';
    open.push({ name, startUs: ts, endUs: Math.min(ts + dur, parent?.endUs ?? Number.POSITIVE_INFINITY), group, childrenUs: 0 });
  }
  while (open.length > 0) close();
  return tasks;
}

export function totals(tasks: readonly TracedTask[]): GroupTimes {
  const sum = nothing();
  for (const { groups } of tasks) for (const group of GROUPS) sum[group] += groups[group];
  return sum;
}
