/**
 * One element over the whole screen: by the platform's full screen where there is one, turned to landscape where that is allowed, else
 * as a fixed layer with everything around it inert. Esc and Back leave it either way.
 */

/** Ends it. `keepsHistory`: the page itself is being left, so that nobody is to go back a step. */
export type LeaveFullscreen = (keepsHistory?: boolean) => void;
type Orientation = ScreenOrientation & { lock?: (to: 'landscape') => Promise<void> };
const orientation = (): Partial<Orientation> | undefined => screen.orientation;

/** Resolves once the element fills the screen; `onLeft` is called once, whoever ended it. */
export async function fillScreen(stage: HTMLElement, onLeft: () => void): Promise<LeaveFullscreen> {
  const isNative = await askPlatform(stage);
  return isNative ? watchPlatform(stage, onLeft) : layOver(stage, onLeft);
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
  // A step of its own in the history, at the same address: Back takes that step and stays on the page.
  history.pushState({ ...(history.state as object | null), full: true }, '');
  // Steps of sheets over the chart come and go in front of it.
  const isLeft = () => (history.state as { full?: boolean } | null)?.full !== true;
  const step = () => isLeft() && end();
  let isOver = false;
  const end = () => {
    if (isOver) return;
    isOver = true;
    for (const node of hidden) node.inert = false;
    removeEventListener('popstate', step);
    removeEventListener('keydown', press);
    onLeft();
  };
  const leave: LeaveFullscreen = (keepsHistory = false) => {
    if (isOver) return;
    end();
    if (!keepsHistory) history.back();
  };
  const press = (event: KeyboardEvent) => {
    // The first Esc belongs to an open sheet, or to the crosshair.
    if (event.key === 'Escape' && !event.defaultPrevented && !stage.querySelector('dialog[open]')) leave();
  };
  addEventListener('popstate', step);
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
