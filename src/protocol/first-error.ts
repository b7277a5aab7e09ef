/** The codes that every page meets: apart from the others (`errors.ts`), which come with the screens that meet them. */
export const FIRST_ERROR = {
  ok: 1,
  generic: 0,
  session: 999,
  invalidField: 1001,
  notFound: 1004,
  realNameRequired: 1006,
  passwordWrong: 1014,
} as const;
