/** Keeps the history in step with the layers: one entry each, at the address of the page, put there when it opens and left when it closes. */
import { type Layer, layers, layersAt, travel } from './layers.ts';
import { writeStep } from './navigate.ts';

/** A sheet that gives way to another closes and opens within it: that is no step. */
const SETTLE_MS = 50;
/** A browser that goes nowhere must not keep the page from going anywhere. */
const ARRIVAL_MAX_MS = 1_000;

let timer: ReturnType<typeof setTimeout> | undefined;
let arrive: () => void = () => undefined;

/** Puts a layer on top of all others until the returned function is called. */
export function putLayer(layer: Layer): () => void {
  layers.value = [...layers.peek(), layer];
  settleSoon();
  return () => {
    layers.value = layers.peek().filter((other) => other !== layer);
    settleSoon();
  };
}

function settleSoon(): void {
  clearTimeout(timer);
  timer = setTimeout(settle, SETTLE_MS);
}

function settle(): void {
  // On arrival it is asked again.
  if (travel.arrival) return;
  writeStep();
  const there = layersAt(history.state);
  const wanted = layers.peek().length;
  // The step back of a layer that closes brings no scroll back: a thumb that has moved the page on meanwhile would press something else.
  if (wanted > 0) history.scrollRestoration = 'manual';
  else if (there === 0) history.scrollRestoration = 'auto';
  for (let step = there + 1; step <= wanted; step++) history.pushState({ ...(history.state as object | null), layers: step }, '');
  if (there > wanted) goBackOver(there - wanted);
}

function goBackOver(steps: number): void {
  const { promise, resolve } = deferred();
  const late = setTimeout(() => arrive(), ARRIVAL_MAX_MS);
  arrive = () => {
    clearTimeout(late);
    travel.arrival = undefined;
    resolve();
    settleSoon();
  };
  travel.arrival = promise;
  history.go(-steps);
}

function deferred(): { promise: Promise<void>; resolve: () => void } {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

/** Back or Forward was pressed, or we have arrived ourselves: layers that the entry does not have are closed, topmost first. */
function follow(): void {
  if (travel.arrival) {
    arrive();
    return;
  }
  const gone = layers.peek().slice(layersAt(history.state));
  layers.value = layers.peek().slice(0, layersAt(history.state));
  for (const layer of gone.reverse()) layer.close();
  // An entry whose layer is long closed (Forward, or a reload while it was open) is no place to stay.
  settleSoon();
}

/** A page that fills the screen goes on doing so at another address of its own, and ends it itself when it is left. */
const isPage = ({ dialog }: Layer): boolean => dialog === undefined;

travel.leave = () => {
  if (travel.arrival) return;
  const kept = layers.peek().some(isPage) ? 1 : 0;
  goBackOver(layersAt(history.state) - kept);
  for (const layer of [...layers.peek()].reverse()) if (!isPage(layer)) layer.close();
};
addEventListener('popstate', follow);
// Its step has become the new address: it gets another.
addEventListener('hashchange', () => layers.peek().some(isPage) && settleSoon());
if (layersAt(history.state) > 0) settleSoon();
