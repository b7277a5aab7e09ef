/** The box that small lines are drawn in, whatever size they are shown at. */
export const LINE_WIDTH = 100;
export const LINE_HEIGHT = 32;
