import type { Identity } from '#protocol/identity-wire.ts';
import { Card } from '../../kit/card.tsx';
import { Icon } from '../../kit/icon.tsx';
import { type Key, t } from '../../language/i18n.ts';
import { setting } from '../../state/site.ts';
import { momentText } from '../../text/moment-text.ts';

/** An application that waits for its review, or is finished: what was sent, the number of the document but for its end hidden. */
export function IdentityStanding({ state, identity: { form, submittedMs } }: { state: 'waiting' | 'verified'; identity: Identity }) {
  const rows: [Key, string][] = [
    ['identity:name', form.name],
    ['identity:document', form.document && t(`identity:document.${form.document}`)],
    ['identity:number', hidden(form.number)],
    ['identity:sent-at', momentText(submittedMs, Date.now(), setting('timezone'))],
  ];
  return (
    <>
      <div class="identity-standing" data-state={state} role="status">
        <span class="identity-standing-icon">
          <Icon name={state === 'verified' ? 'check' : 'clock'} size={28} />
        </span>
        <h2>{t(`identity:state.${state}`)}</h2>
        <p>{t(`identity:state.${state}.detail`)}</p>
        {state === 'waiting' && setting('review_hours') && <p>{t('identity:state.waiting.usual', { hours: setting('review_hours') })}</p>}
      </div>
      <Card label={t('identity:sent')}>
        <dl class="identity-rows">
          {rows
            .filter(([, text]) => text !== '')
            .map(([key, text]) => (
              <div key={key}>
                <dt>{t(key)}</dt>
                <dd>{text}</dd>
              </div>
            ))}
        </dl>
      </Card>
    </>
  );
}

/** Of a number so many characters at most, and never more than half of it. */
const SHOWN_CHARACTERS = 4;
const hidden = (number: string): string =>
  number && `••• ${number.slice(number.length - Math.min(SHOWN_CHARACTERS, Math.floor(number.length / 2)))}`;
