/** The least that a first picture takes: one canvas of the box, cleared, with one rectangle and one word. */
import type { Contender } from './contender.ts';

export const bare: Contender = (box) => {
  const canvas = document.createElement('canvas');
  const { clientWidth, clientHeight } = box;
  canvas.width = clientWidth * devicePixelRatio;
  canvas.height = clientHeight * devicePixelRatio;
  canvas.style.inlineSize = '100%';
  box.append(canvas);
  const context = canvas.getContext('2d') as CanvasRenderingContext2D;
  context.clearRect(0, 0, canvas.width, canvas.height);
  context.fillRect(0, 0, 2, 2);
  context.font = '24px system-ui, sans-serif';
  context.fillText('0.00000', 0, 24);
  const nothing = (): void => undefined;
  return {
    ...{ pan: nothing, zoom: nothing, update: nothing },
    barX: () => Number.NaN,
    inView: () => ({ first: 0, last: 0 }),
    destroy: () => canvas.remove(),
  };
};
