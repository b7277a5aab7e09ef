/** What has to be done before what was asked for, with the way there (specification S1 section 5, code 1006). */
import { toast } from '../kit/toast.tsx';
import { needTexts, t } from '../language/i18n.ts';
import { navigate } from '../navigation/navigate.ts';
import { PATHS } from '../paths.ts';

/** `text`: the server's own words. */
export async function tellRealName(text: string): Promise<void> {
  await needTexts('account').catch(() => undefined);
  toast(text, 'bad', { action: { label: t('account:identity.verify'), run: () => navigate(PATHS.identity) } });
}
