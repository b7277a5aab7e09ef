import type { Product } from '#domain/product.ts';
import { failedText } from '../../../freshness/failed-text.ts';
import { Button } from '../../../kit/button.tsx';
import { Empty } from '../../../kit/empty.tsx';
import { Sheet } from '../../../kit/sheet.tsx';
import { Skeleton } from '../../../kit/skeleton.tsx';
import { Tabs } from '../../../kit/tabs.tsx';
import { t } from '../../../language/i18n.ts';
import type { Query } from '../../../state/query.ts';
import { DurationField } from './duration-field.tsx';
import { MicroFigures, MicroOdds } from './micro-figures.tsx';
import { MicroFoot } from './micro-foot.tsx';
import { chosenTerms, type MicroForm } from './micro-form.ts';
import type { MicroState } from './micro-state.ts';
import { type ReadTerms, useServerNow } from './micro-terms.ts';
import { StakeField } from './stake-field.tsx';
import { UntilField } from './until-field.tsx';
import { useMicroUsable } from './use-micro-usable.ts';
import './micro-ask.css';

type AskProps = { product: Product; state: MicroState; terms: Query<ReadTerms>; from: string };

/** Asks for everything of a micro trade: how it ends and how much, with what it would come to and its odds; one button sends it. */
export function MicroAskSheet(props: AskProps) {
  const { product, state, terms } = props;
  const side = state.side.value;
  const form = state.form.value;
  const data = terms.data.value;
  return (
    <Sheet
      open={state.isAsking}
      title={t('micro:title', { side: t(`micro:buy-${side}`), code: product.showCode })}
      closeLabel={t('shell:close')}
    >
      {form && data ? <Ask {...props} form={form} data={data} /> : <NotYet terms={terms} />}
    </Sheet>
  );
}

function NotYet({ terms }: { terms: Query<ReadTerms> }) {
  if (terms.status.value !== 'failed') return <Skeleton rows={4} label={t('shell:loading')} />;
  const retry = <Button onClick={() => void terms.refetch()}>{t('shell:retry')}</Button>;
  return <Empty kind="failed" icon="warning" text={failedText('micro:terms-failed')} action={retry} />;
}

function Ask({ product, state, from, form, data }: AskProps & { form: MicroForm; data: ReadTerms }) {
  // As the end comes nearer, a shorter duration is the one whose terms hold.
  const nowMs = useServerNow(data, form.by === 'until');
  const chosen = chosenTerms(form, data, nowMs);
  const usable = useMicroUsable();
  return (
    <div class="micro-ask" data-side={state.side.value}>
      <Tabs
        label={t('micro:by')}
        variant="segmented"
        items={[
          { value: 'duration', label: t('micro:by.duration') },
          { value: 'until', label: t('micro:by.end') },
        ]}
        selected={form.by}
        onSelect={(by) => state.change({ type: 'by', by, terms: data, nowMs })}
      />
      {form.by === 'duration' ? (
        <DurationField
          durations={data.durations}
          chosen={form.seconds}
          onChoose={(seconds) => state.change({ type: 'seconds', seconds })}
        />
      ) : (
        <UntilField terms={data} nowMs={nowMs} chosen={form.untilMs} onChoose={(untilMs) => state.change({ type: 'until', untilMs })} />
      )}
      <MicroOdds terms={chosen} form={form} side={state.side.value} />
      <StakeField state={state} form={form} terms={chosen} presets={data.stakes} usable={usable} />
      <MicroFigures productId={product.id} form={form} terms={chosen} usable={usable} />
      <MicroFoot product={product} state={state} form={form} terms={chosen} usable={usable} from={from} />
    </div>
  );
}
