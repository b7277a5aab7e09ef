import type { Signal } from '@preact/signals';
import { LETTER_WORD_MAX, NICKNAME_MAX } from '#domain/profile.ts';
import { setProfile } from '#rest/security.ts';
import { Sheet } from '../../kit/sheet.tsx';
import { t } from '../../language/i18n.ts';
import { request } from '../../requests/request.ts';
import { NameForm } from './name-form.tsx';

/** `usual`: what stands where nothing is set. */
type NameSheetProps = { open: Signal<boolean>; what: 'nickname' | 'word'; value: string; usual: string };

const MAX = { nickname: NICKNAME_MAX, word: LETTER_WORD_MAX } as const;

/** The nickname, or the word that stands in every letter. */
export function NameSheet({ open, what, value, usual }: NameSheetProps) {
  return (
    <Sheet open={open} title={t(`security:${what}`)} closeLabel={t('shell:close')}>
      <NameForm
        label={t(`security:${what}`)}
        start={value}
        max={MAX[what]}
        hint={t(`security:${what}.detail`)}
        placeholder={usual}
        save={(name) => setProfile(request, { [what]: name })}
        onDone={() => (open.value = false)}
      />
    </Sheet>
  );
}
