/** Text of the toasts that are drawn now, '' without one. The regions for screen readers hold it too, so a search of the whole page finds it twice. */
export const toasts = (): string => document.querySelector('.toasts')?.textContent ?? '';

/** Words, money and kind of the newest one: those of the test before may stand above it for a while. */
export function newestToast(): (string | null | undefined)[] {
  const toast = document.querySelector('.toast:last-child');
  return [toast?.querySelector('p')?.textContent, toast?.querySelector('.toast-money')?.textContent, toast?.getAttribute('data-kind')];
}
