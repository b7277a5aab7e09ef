/**
 * Refuses passwords that are guessed first: runs and repeats of characters, keyboard rows, and the words below with digits around
 * them (security S21). A rule instead of a list, so that no list of others is copied and variants are caught too.
 */
const WORDS = [
  'password',
  'passwort',
  'passw0rd',
  'letmein',
  'welcome',
  'iloveyou',
  'princess',
  'sunshine',
  'football',
  'baseball',
  'superman',
  'trustno',
  'whatever',
  'computer',
  'internet',
  'michael',
  'jennifer',
  'charlie',
  'shadow',
  'master',
  'dragon',
  'monkey',
  'admin',
  'administrator',
  'login',
  'secret',
  'changeme',
  'default',
  'qwerty',
  'azerty',
  'outcry',
  'trading',
  'trader',
  'bitcoin',
];
const ROWS = ['abcdefghijklmnopqrstuvwxyz', '01234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm', '1qaz2wsx3edc4rfv5tgb6yhn'];
/** A part of a row this long makes up the whole of a weak password's letters. */
const RUN_MIN = 4;

/** True when the password is one of the first that anybody would try. */
export function isCommonPassword(password: string): boolean {
  const text = password.toLowerCase();
  if (new Set(text).size <= 2) return true;
  const core = text.replace(/[^a-z0-9]/g, '').replace(/^\d+|\d+$/g, '');
  if (WORDS.includes(core)) return true;
  return isMadeOfRuns(text);
}

/** True when the text is nothing but pieces of keyboard rows, forwards or backwards: 'asdf1234', '87654321'. */
function isMadeOfRuns(text: string): boolean {
  const rows = ROWS.flatMap((row) => [row, [...row].reverse().join('')]);
  let at = 0;
  while (at < text.length) {
    let length = 0;
    for (let end = Math.min(text.length, at + 12); end - at >= RUN_MIN; end--) {
      if (rows.some((row) => row.includes(text.slice(at, end)))) {
        length = end - at;
        break;
      }
    }
    if (length === 0) return false;
    at += length;
  }
  return true;
}
