import { useSignalEffect } from '@preact/signals';
import { Icon } from '../kit/icon.tsx';
import { t } from '../language/i18n.ts';
import { linkAgeS, linkTrouble, wasEverOpen } from '../state/link.ts';
import { ageText } from '../text/age-text.ts';
import './link-bar.css';

/**
 * A bar above the tabs while prices are not live: what is wrong, how old what is shown is, and what is being done. Meanwhile the document is
 * marked as old, by which every live number loses its colour (`live-text.css`).
 */
export function LinkBar() {
  const trouble = linkTrouble.value;
  useSignalEffect(() => {
    document.documentElement.toggleAttribute('data-old', linkTrouble.value !== 'none');
  });
  if (trouble === 'none') return null;
  return (
    <div class="link-bar" role="status" data-trouble={trouble}>
      <Icon name={trouble === 'stale' ? 'clock' : 'offline'} size={16} />
      <span>{troubleText(trouble)}</span>
    </div>
  );
}

function troubleText(trouble: 'lost' | 'stale' | 'offline'): string {
  const isDated = wasEverOpen.value;
  const age = ageText(linkAgeS.value);
  if (trouble === 'stale') return t('shell:link.stale', { age });
  if (trouble === 'lost') return isDated ? t('shell:link.lost', { age }) : t('shell:link.lost-no-age');
  return isDated ? t('shell:link.offline', { age }) : t('shell:link.offline-no-age');
}
