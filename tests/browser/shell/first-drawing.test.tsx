import { cleanup, render as renderTest } from '@testing-library/preact';
import { render } from 'preact';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Piece, usePieces } from '#ui/navigation/pieces.tsx';
import { drawFirst } from '#ui/shell/first-drawing.ts';
import { RouteGhost } from '#ui/shell/route-ghost.tsx';
import '#ui/tokens.css';
import '#ui/shell/frame.css';

const ROW_PX = 40;
let root: HTMLElement;

beforeEach(() => {
  document.body.innerHTML =
    '<div id="app" class="frame"></div><div id="ghost" class="frame"><div class="ghost"><div class="ghost-home"><i class="ghost-rows"><b data-glance="A">1</b></i></div></div></div>';
  document.documentElement.dataset.route = 'home';
  root = document.getElementById('app') as HTMLElement;
});
afterEach(() => {
  vi.restoreAllMocks();
  cleanup();
  render(null, root);
  document.body.replaceChildren();
});

const Row = ({ name }: { name: string }) => <p style={{ height: `${ROW_PX}px`, margin: 0 }}>{name}</p>;
/** A list that draws two rows a piece. */
function List() {
  const pieces = usePieces(2);
  return (
    <>
      {['c', 'd', 'e', 'f'].slice(0, 2 * pieces).map((name) => (
        <Row key={name} name={name} />
      ))}
    </>
  );
}
const page = (
  <div data-page="/">
    <Row name="head" />
    <Piece>
      <Row name="a" />
    </Piece>
    <Piece>
      <Row name="b" />
      <List />
    </Piece>
  </div>
);
const names = () => [...root.querySelectorAll('p')].map((row) => row.textContent).join(' ');
const ghost = () => document.getElementById('ghost');

/** What stands on the page behind each paint that changed it, and how much of the ghost is uncovered, at most up to its tabs. */
async function picturesOf(draw: () => Promise<void>): Promise<string[]> {
  const pictures: string[] = [];
  const note = () => {
    const cover = ghost();
    const picture = `${names()} | ${cover ? getComputedStyle(cover).clipPath.match(/min\((\d+px), .*100% - \d/)?.[1] : 'gone'}`;
    if (pictures.at(-1) !== picture) pictures.push(picture);
  };
  let isOver = false;
  const look = () => {
    if (!isOver) requestAnimationFrame(look);
    setTimeout(note);
  };
  // Before the drawing asks for a frame: so it is looked at before the drawing goes on.
  requestAnimationFrame(look);
  await draw();
  isOver = true;
  note();
  return pictures;
}
/** A page whose clock goes on by so much with each look at it. */
const clockSteps = (ms: number) => {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => (now += ms));
};

describe('D9.185 the first picture', () => {
  it('is drawn a piece a frame where pieces are slow, from the top down, and the ghost is uncovered as far as it stands', async () => {
    clockSteps(20);
    const pictures = await picturesOf(() => drawFirst(() => render(page, root)));
    expect(pictures).toEqual([
      `head | ${ROW_PX}px`,
      `head a | ${2 * ROW_PX}px`,
      `head a b | ${3 * ROW_PX}px`,
      `head a b c d | ${5 * ROW_PX}px`,
      `head a b c d e f | ${7 * ROW_PX}px`,
      'head a b c d e f | gone',
    ]);
  });

  it('is drawn in two frames where pieces are quick', async () => {
    clockSteps(0);
    const pictures = await picturesOf(() => drawFirst(() => render(page, root)));
    expect(pictures).toEqual([`head | ${ROW_PX}px`, 'head a b c d e f | gone']);
  });

  it('lets fingers through its ghost, and leaves no price in the ghosts of later pages', async () => {
    const drawing = drawFirst(() => render(page, root));
    const { x, y } = root.querySelector('p')?.getBoundingClientRect() ?? new DOMRect();
    expect(document.elementFromPoint(x + 1, y + 1)?.textContent).toBe('head');
    expect(document.querySelectorAll('[data-glance]').length).toBe(1);
    await drawing;
    const { container } = renderTest(<RouteGhost path="/" />);
    expect([container.querySelectorAll('.ghost-home').length, document.querySelectorAll('[data-glance]').length]).toEqual([1, 0]);
  });

  it('loses its ghost also when it cannot be drawn', async () => {
    const failing = drawFirst(() => {
      throw new Error('broken');
    });
    await expect(failing).rejects.toThrow('broken');
    expect(ghost()).toBeNull();
  });

  it('is the only one that comes in pieces: a page that is opened later is drawn at once', async () => {
    await drawFirst(() => render(page, root));
    const { container } = renderTest(page);
    expect([...container.querySelectorAll('p')].length).toBe(7);
  });
});
