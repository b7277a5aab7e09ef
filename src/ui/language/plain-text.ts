/** English out of a flat file: `{{name}}` is a value, and `key_one` / `key_other` are chosen by `count`. As i18next reads the same file. */

export type TextValues = Readonly<Record<string, string | number>>;

const plural = new Intl.PluralRules('en');

/** The text of a key, or `undefined` when the file has none. A value that is not given stays visible as its name. */
export function plainText(texts: Readonly<Record<string, string>>, key: string, values: TextValues): string | undefined {
  const { count } = values;
  const text = (typeof count === 'number' ? texts[`${key}_${plural.select(count)}`] : undefined) ?? texts[key];
  return text?.replace(/{{\s*(\w+)\s*}}/g, (mark, name: string) => (name in values ? String(values[name]) : mark));
}
