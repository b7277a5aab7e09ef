/**
 * One element over the whole screen: by the platform's full screen where there is one, turned to landscape where that is allowed, else
 * as a fixed layer with everything around it inert. Esc leaves it either way, and so does Back, since it has a step of the history as a sheet has.
 */
import { putLayer } from '../../../navigation/layer-history.ts';

/** Ends it; once it is over, nothing. */
export type LeaveFullscreen = () => void;
type Orientation = ScreenOrientation & { lock?: (to: 'landscape') => Promise<void> };
const orientation = (): Partial<Orientation> | undefined => screen.orientation;

/** Resolves once the element fills the screen; `onLeft` is called once, whoever ended it. */
export async function fillScreen(stage: HTMLElement, onLeft: () => void): Promise<LeaveFullscreen> {
  const isNative = await askPlatform(stage);
  let isOver = false;
  const over = () => {
    if (isOver) return;
    isOver = true;
    takeStep();
    onLeft();
  };
  const leave = isNative ? watchPlatform(stage, over) : layOver(stage, over);
  const takeStep = putLayer({ dialog: undefined, close: leave });
  return leave;
}

async function askPlatform(stage: HTMLElement): Promise<boolean> {
  try {
    if (!stage.requestFullscreen || !document.fullscreenEnabled) return false;
    await stage.requestFullscreen({ navigationUI: 'hide' });
  } catch {
    return false;
  }
  // Many browsers have no lock, or refuse it: the chart then is upright. Nobody waits for one that turns slowly.
  void orientation()
    ?.lock?.('landscape')
    .catch(() => undefined);
  return true;
}

function watchPlatform(stage: HTMLElement, onLeft: () => void): LeaveFullscreen {
  const changed = () => {
    if (document.fullscreenElement === stage) return;
    document.removeEventListener('fullscreenchange', changed);
    // The page is as upright as its phone again, also where the browser does not see to that.
    orientation()?.unlock?.();
    onLeft();
  };
  document.addEventListener('fullscreenchange', changed);
  return () => {
    if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined);
    else changed();
  };
}

function layOver(stage: HTMLElement, onLeft: () => void): LeaveFullscreen {
  const hidden = surroundings(stage);
  for (const node of hidden) node.inert = true;
  const leave = () => {
    for (const node of hidden) node.inert = false;
    removeEventListener('keydown', press);
    onLeft();
  };
  const press = (event: KeyboardEvent) => {
    // The first Esc belongs to an open sheet, or to the crosshair.
    if (event.key === 'Escape' && !event.defaultPrevented && !stage.querySelector('dialog:is([open], [popover])')) leave();
  };
  addEventListener('keydown', press);
  return leave;
}

/** Everything beside the element and its ancestors that is not inert already. */
function surroundings(stage: HTMLElement): HTMLElement[] {
  const found: HTMLElement[] = [];
  for (let node: HTMLElement = stage; node.parentElement && node !== document.body; node = node.parentElement)
    for (const sibling of node.parentElement.children)
      if (sibling !== node && sibling instanceof HTMLElement && !sibling.inert && !sibling.classList.contains('toasts'))
        found.push(sibling);
  return found;
}
