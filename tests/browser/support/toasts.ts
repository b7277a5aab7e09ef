/** Text of the toasts that are drawn now, '' without one. The regions for screen readers hold it too, so a search of the whole page finds it twice. */
export const toasts = (): string => document.querySelector('.toasts')?.textContent ?? '';
