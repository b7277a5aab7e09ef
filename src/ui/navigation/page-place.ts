/** Where the page that is come to next begins: at its top, unless `kept-places.ts`, which comes later, knows where it was left. */
export const pagePlace = { top: 0 };
