/**
 * The e-mail address that a person typed at one door and need not type again at the next. It lives as long as the page: an address is never put
 * into the browser's store or history.
 */
let typed = '';

export const typedEmail = (): string => typed;

export function keepTypedEmail(email: string): void {
  typed = email.trim();
}
