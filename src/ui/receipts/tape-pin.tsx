import { useSignal } from '@preact/signals';
import type { Pin } from '#protocol/receipts.ts';
import { Banner } from '../kit/banner.tsx';
import { Button } from '../kit/button.tsx';
import { Empty } from '../kit/empty.tsx';
import { Skeleton } from '../kit/skeleton.tsx';
import { toast } from '../kit/toast.tsx';
import { t } from '../language/i18n.ts';
import { lazyCode } from '../lazy/lazy-code.ts';
import { LazyView } from '../lazy/lazy-view.tsx';
import { saveFile } from '../requests/page-file.ts';
import { numberText } from '../text/format.ts';
import { askReceipts } from './ask-receipts.ts';
import { EVIDENCE_FILE_NAME, timeText } from './fill-texts.ts';
import { problemText } from './problem-text.ts';
import { ReceiptField } from './receipt-field.tsx';
import { usePin } from './use-pin.ts';
import './receipt.css';

const compareCode = lazyCode(() => import('./compare.tsx').then((module) => module.Compare));

/** The log of prices as this device knows it: whose key it believes, since when, how much it has kept. */
export function TapePin() {
  const { reply, accept } = usePin();
  const isComparing = useSignal(false);
  const answer = reply.value;
  if (!answer) return <Skeleton rows={5} label={t('receipt:loading')} />;
  if (answer.kind === 'problem') return <Empty kind="failed" icon="warning" text={problemText(answer)} />;
  const { pin } = answer;
  return (
    <div class="receipt">
      <p class="receipt-note">{t('receipt:tape.detail')}</p>
      {pin ? <Known pin={pin} /> : <Empty icon="shield" text={t('receipt:tape.none')} />}
      {pin?.offered && <Offered offered={pin.offered} accept={accept} />}
      <div class="receipt-actions">
        <Button aria-expanded={isComparing.value} onClick={() => (isComparing.value = !isComparing.peek())}>
          {t('receipt:compare')}
        </Button>
      </div>
      {isComparing.value && <LazyView code={compareCode} props={{}} />}
    </div>
  );
}

function Known({ pin }: { pin: Pin }) {
  return (
    <>
      {!pin.isKept && <Banner tone="warn">{t('receipt:tape.lost')}</Banner>}
      <dl class="receipt-fields">
        <ReceiptField label={t('receipt:tape.origin')}>
          <bdi>{pin.origin}</bdi>
        </ReceiptField>
        <ReceiptField label={t('receipt:tape.key')}>
          <code class="receipt-key" dir="ltr">
            {pin.vkey}
          </code>
        </ReceiptField>
        <ReceiptField label={t('receipt:tape.since')}>{timeText(pin.atMs)}</ReceiptField>
        <ReceiptField label={t('receipt:tape.notes')}>{numberText(pin.notes)}</ReceiptField>
        {pin.first && <ReceiptField label={t('receipt:tape.first')}>{headText(pin.first)}</ReceiptField>}
        {pin.newest && <ReceiptField label={t('receipt:tape.newest')}>{headText(pin.newest)}</ReceiptField>}
      </dl>
      {pin.evidence > 0 && <Evidence count={pin.evidence} />}
    </>
  );
}

const headText = ({ size, atMs }: { size: number; atMs: number }): string =>
  t('receipt:tape.block', { size: numberText(size), time: timeText(atMs) });

function Evidence({ count }: { count: number }) {
  const save = async () => {
    const reply = await askReceipts({ kind: 'evidence' });
    if (reply.kind !== 'file') return toast(reply.kind === 'problem' ? problemText(reply) : t('receipt:broken'), 'bad');
    saveFile(reply.text, EVIDENCE_FILE_NAME, 'application/json');
    toast(t('receipt:saved', { name: EVIDENCE_FILE_NAME }), 'good');
  };
  return (
    <Banner
      tone="bad"
      action={
        <Button size="short" onClick={() => void save()}>
          {t('receipt:tape.evidence.save')}
        </Button>
      }
    >
      {t('receipt:tape.evidence', { count })}
    </Banner>
  );
}

type OfferedProps = { offered: NonNullable<Pin['offered']>; accept: ReturnType<typeof usePin>['accept'] };

/** Another log is believed only when its person says so. */
function Offered({ offered, accept }: OfferedProps) {
  const believe = async () => {
    const answer = await accept(offered.vkey);
    if (answer.kind === 'pin') toast(t('receipt:tape.accepted', { origin: offered.origin }), 'good');
  };
  return (
    <section class="receipt-offered" aria-label={t('receipt:tape.offered')}>
      <h3>{t('receipt:tape.offered')}</h3>
      <p>{t('receipt:tape.offered.detail', { origin: offered.origin })}</p>
      <code class="receipt-key" dir="ltr">
        {offered.vkey}
      </code>
      <Button onClick={() => void believe()}>{t('receipt:tape.accept')}</Button>
    </section>
  );
}
