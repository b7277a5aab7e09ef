import { Button } from '../kit/button.tsx';
import { toast } from '../kit/toast.tsx';
import { t } from '../language/i18n.ts';

/** Copies a text that is shown beside it. */
export function CopyText({ text }: { text: string }) {
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => toast(t('receipt:mine.copied'), 'good'),
      () => toast(t('receipt:mine.refused'), 'bad'),
    );
  return <Button onClick={() => void copy()}>{t('receipt:mine.copy')}</Button>;
}
