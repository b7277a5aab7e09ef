/** The keys of a chart: each thing that a finger does with it has one. */
import type { ChartHand } from './chart-hand.ts';

/** How much further a press with Shift goes. */
const LEAP = 10;
const ZOOM_STEP = 0.8;

/** True when the key meant something to the chart. */
export function pressKey(hand: ChartHand, event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  return pressCrosshair(hand, event) || pressView(hand, event);
}

function pressCrosshair(hand: ChartHand, { key, shiftKey }: KeyboardEvent): boolean {
  const by = shiftKey ? LEAP : 1;
  if (key === 'ArrowLeft') hand.moveBars(-by);
  else if (key === 'ArrowRight') hand.moveBars(by);
  else if (key === 'ArrowUp') hand.movePrice(by);
  else if (key === 'ArrowDown') hand.movePrice(-by);
  else if (key === 'Enter') hand.pin();
  else if (key === 'm' || key === 'M') hand.toggleMeasure();
  else return key === 'Escape' && hand.clear();
  return true;
}

function pressView({ view }: ChartHand, { key }: KeyboardEvent): boolean {
  if (key === '+' || key === '=') view.zoom(ZOOM_STEP);
  else if (key === '-') view.zoom(1 / ZOOM_STEP);
  else if (key === 'PageUp') view.stretch(ZOOM_STEP);
  else if (key === 'PageDown') view.stretch(1 / ZOOM_STEP);
  else if (key === '0') view.stretch();
  else if (key === 'Home') view.resetView();
  else if (key === 'End') view.showNewest();
  else return false;
  return true;
}
