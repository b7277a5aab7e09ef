/** What is told of an identity goes as soon as its page is opened, where it stands. */
import { toasts } from '../kit/toast.tsx';
import { readHash } from '../navigation/navigate.ts';
import { PATHS } from '../paths.ts';

export const isIdentityShown = (): boolean => readHash()?.split('?')[0] === PATHS.identity;

/** `text`: of the toast. */
export function endWhenShown(text: string): void {
  const look = () => {
    if (!isIdentityShown()) return;
    removeEventListener('hashchange', look);
    toasts.value = toasts.peek().filter((toast) => toast.text !== text);
  };
  addEventListener('hashchange', look);
}
