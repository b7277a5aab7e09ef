import { Button } from '../kit/button.tsx';
import { toast } from '../kit/toast.tsx';
import { t } from '../language/i18n.ts';

/** Copies a text that is shown beside it; where the browser refuses, the person is told to select it. `name`: of one text among several. */
export function CopyButton({ text, name }: { text: string; name?: string }) {
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => toast(t('security:copied'), 'good'),
      () => toast(t('security:copy.refused'), 'bad'),
    );
  return (
    <Button size="short" aria-label={name && `${t('security:copy')}: ${name}`} onClick={copy}>
      {t('security:copy')}
    </Button>
  );
}
