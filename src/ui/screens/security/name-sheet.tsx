import type { Signal } from '@preact/signals';
import { nicknameProblem } from '#domain/nickname.ts';
import { NICKNAME_MAX } from '#domain/profile.ts';
import { setNickname } from '#rest/security.ts';
import { Sheet } from '../../kit/sheet.tsx';
import { t } from '../../language/i18n.ts';
import { request } from '../../requests/request.ts';
import { setting } from '../../state/site.ts';
import { NameForm } from './name-form.tsx';

/** `usual`: what stands where nothing is set. */
type NameSheetProps = { open: Signal<boolean>; value: string; usual: string };

/** The nickname, which others see. */
export function NameSheet({ open, value, usual }: NameSheetProps) {
  return (
    <Sheet open={open} title={t('security:nickname')} closeLabel={t('shell:close')}>
      <NameForm
        label={t('security:nickname')}
        start={value}
        max={NICKNAME_MAX}
        hint={t('security:nickname.detail')}
        placeholder={usual}
        problemOf={(name) => nicknameProblem(name, setting('site_name'))}
        save={(name) => setNickname(request, name)}
        onDone={() => (open.value = false)}
      />
    </Sheet>
  );
}
