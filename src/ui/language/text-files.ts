/** The files of texts that this build has, by their path; none is fetched here. */
export const TEXT_FILES = import.meta.glob<Record<string, string>>('/locales/*/*.json', { import: 'default' });
