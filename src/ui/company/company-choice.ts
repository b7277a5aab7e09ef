/**
 * Which company a person has chosen: a cookie, for three years (specification S1 section 9, decision D1.9.03). It names a company and nobody,
 * and opens nothing; no call is ever let in by it. Browsers keep no cookie longer than they like, so it is written anew at each start.
 */
const NAME = 'company_id';
const MAX_AGE_S = 94_608_000;
const ID = /^[1-9]\d{0,8}$/;

const cookieOf = (value: string, maxAgeS: number): string =>
  `${NAME}=${value}; Path=/; Max-Age=${maxAgeS}; SameSite=Lax${location.protocol === 'https:' ? '; Secure' : ''}`;

/** The chosen company's id; `undefined` where none was chosen, or something that is no id. */
export function chosenCompany(): number | undefined {
  const [, value = ''] =
    document.cookie
      .split('; ')
      .find((pair) => pair.startsWith(`${NAME}=`))
      ?.split('=') ?? [];
  return ID.test(value) ? Number(value) : undefined;
}

export function keepCompany(id: number): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is younger than browsers that we support
  document.cookie = cookieOf(String(id), MAX_AGE_S);
}

export function forgetCompany(): void {
  // biome-ignore lint/suspicious/noDocumentCookie: as above
  document.cookie = cookieOf('', 0);
}
