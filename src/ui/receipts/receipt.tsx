import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { Fill, ReceiptSource } from '#protocol/receipts.ts';
import { Button } from '../kit/button.tsx';
import { Empty } from '../kit/empty.tsx';
import { Skeleton } from '../kit/skeleton.tsx';
import { Tabs } from '../kit/tabs.tsx';
import { toast } from '../kit/toast.tsx';
import { t } from '../language/i18n.ts';
import { lazyCode } from '../lazy/lazy-code.ts';
import { LazyView } from '../lazy/lazy-view.tsx';
import { saveFile } from '../requests/page-file.ts';
import { AnswerList } from './answers.tsx';
import { askReceipts } from './ask-receipts.ts';
import { CheckState } from './check-state.tsx';
import { FillChart } from './fill-chart.tsx';
import { FillFields } from './fill-fields.tsx';
import { fillName, receiptFileName } from './fill-texts.ts';
import { problemText } from './problem-text.ts';
import { Unproved } from './unproved.tsx';
import { type ReceiptState, useReceipt } from './use-receipt.ts';
import './receipt.css';

const compareCode = lazyCode(() => import('./compare.tsx').then((module) => module.Compare));

/** More fills than stand beside each other on a phone scroll. */
const SEGMENTS_MAX = 2;

type ReceiptProps = { source: ReceiptSource; id: number };

/** The receipt of an order: every fill of it with what this device found when it checked it. */
export function Receipt({ source, id }: ReceiptProps) {
  const state = useReceipt(source, id);
  const fills = state.fills.value;
  const fill = state.fill.value;
  if (!fills) return <Skeleton rows={5} label={t('receipt:loading')} />;
  if (fills.kind === 'problem') {
    return (
      <Empty kind="failed" icon="warning" text={problemText(fills)} action={<Button onClick={state.reload}>{t('receipt:retry')}</Button>} />
    );
  }
  if (!fill) return <Empty text={t('receipt:none')} />;
  return (
    <div class="receipt">
      {fills.fills.length > 1 && (
        <Tabs
          label={t('receipt:fills')}
          variant={fills.fills.length <= SEGMENTS_MAX ? 'segmented' : 'chips'}
          items={fills.fills.map((one) => ({ value: `${one.deal.deal}`, label: fillName(one, fills.fills) }))}
          selected={`${fill.deal.deal}`}
          onSelect={(deal) => state.choose(Number(deal))}
        />
      )}
      <FillPart key={fill.deal.deal} fill={fill} state={state} id={id} />
    </div>
  );
}

type FillProps = { fill: Fill; state: ReceiptState; id: number };

function FillPart({ fill, state, id }: FillProps) {
  const check = state.check.value;
  const checked = state.checked.value;
  // What will be there when the verdict comes has its room from the beginning.
  const hasRoom = checked !== undefined || check === undefined || check.kind === 'checking' || check.kind === 'unsealed';
  const isComparing = useSignal(false);
  const top = useRef<HTMLDivElement>(null);
  const isAsked = useRef(false);
  const again = () => {
    isAsked.current = true;
    state.run();
  };
  // What was asked for at the foot is answered at the head, out of sight.
  useEffect(() => {
    if (!isAsked.current || check?.kind === 'checking' || check?.kind === 'unsealed') return;
    isAsked.current = false;
    top.current?.scrollIntoView({ block: 'end' });
  }, [check]);
  return (
    <>
      <div ref={top} />
      <CheckState check={check} checked={checked} run={state.run} />
      {checked && <FillChart span={checked.span ?? NOTHING} product={fill.deal.product} />}
      {hasRoom && !checked && <p class="receipt-chart receipt-empty" />}
      {hasRoom && <AnswerList verdict={checked?.verdict} />}
      {hasRoom && <Unproved deal={fill.deal} />}
      <FillFields deal={fill.deal} />
      <div class="receipt-actions">
        {hasRoom && (
          <Button busy={!checked || check?.kind === 'checking' || check?.kind === 'unsealed'} onClick={again}>
            {t('receipt:again')}
          </Button>
        )}
        <SaveButton fill={fill} id={id} />
        <Button aria-expanded={isComparing.value} onClick={() => (isComparing.value = !isComparing.peek())}>
          {t('receipt:compare')}
        </Button>
      </div>
      {isComparing.value && <LazyView code={compareCode} props={{}} />}
      <p class="receipt-note">{t('receipt:limits')}</p>
    </>
  );
}
const NOTHING = { timesMs: [], prices: [], marked: -1 };

function SaveButton({ fill, id }: { fill: Fill; id: number }) {
  const isBusy = useSignal(false);
  const save = async () => {
    isBusy.value = true;
    const reply = await askReceipts({ kind: 'file', source: fill.source, id, deal: fill.deal.deal });
    isBusy.value = false;
    if (reply.kind === 'unsealed') return toast(t('receipt:unsealed.detail'), 'bad');
    if (reply.kind === 'problem') return toast(problemText(reply), 'bad');
    const name = receiptFileName(fill);
    saveFile(reply.text, name, 'application/json');
    toast(t('receipt:saved', { name }), 'good');
  };
  return (
    <Button busy={isBusy.value} onClick={() => void save()}>
      {t('receipt:save')}
    </Button>
  );
}
