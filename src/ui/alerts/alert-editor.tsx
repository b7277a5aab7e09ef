/** The one editor of a price alert, for a new one and for one that is there: at which price, or how far it must move in which time, and how often. */
import type { PriceAlert } from '#domain/price-alert.ts';
import type { Product } from '#domain/product.ts';
import { watchProduct } from '../engine/watch.ts';
import { FreshnessMark, oldMark } from '../freshness/freshness.tsx';
import { Banner } from '../kit/banner.tsx';
import { Button } from '../kit/button.tsx';
import { PriceText } from '../kit/price-text.tsx';
import { Tabs } from '../kit/tabs.tsx';
import { toast } from '../kit/toast.tsx';
import { t } from '../language/i18n.ts';
import { useWhileActive } from '../navigation/page-active.ts';
import { linkTrouble } from '../state/link.ts';
import { quoteOf } from '../state/quotes.ts';
import { AlertFields } from './alert-fields.tsx';
import { readySound } from './alert-sound.ts';
import { setText } from './alert-texts.ts';
import { type AlertEditing, useAlertForm } from './use-alert-form.ts';
import './alert-editor.css';

type EditorProps = {
  product: Product;
  /** The alert that is edited; none: a new one. */
  alert?: PriceAlert | undefined;
  /** The price of a new one, as text, where somebody has pointed at one. */
  price?: string | undefined;
  onDone: () => void;
};

export function AlertEditor({ product, alert, price, onDone }: EditorProps) {
  const editing = useAlertForm(product, alert, price);
  const quote = quoteOf(product.id);
  useWhileActive(() => watchProduct(product.id), [product.id]);
  const { way, repeat } = editing.fields;
  return (
    <div class="alert-editor">
      <p class="alert-quote" {...oldMark(product.id)}>
        <PriceText text={quote.priceText} tone={quote.tone} />
        <FreshnessMark productId={product.id} />
      </p>
      {!alert && (
        <Tabs
          variant="segmented"
          label={t('alerts:way')}
          items={[
            { value: 'price', label: t('alerts:way.price') },
            { value: 'move', label: t('alerts:way.move') },
          ]}
          selected={way.value}
          onSelect={(next) => (way.value = next)}
        />
      )}
      <AlertFields product={product} editing={editing} />
      <Tabs
        variant="segmented"
        label={t('alerts:repeat')}
        items={[
          { value: 'once', label: t('alerts:repeat.once') },
          { value: 'every', label: t('alerts:repeat.every') },
        ]}
        selected={repeat.value}
        onSelect={(next) => (repeat.value = next)}
      />
      <EditorFoot editing={editing} isNew={!alert} product={product} onDone={onDone} />
    </div>
  );
}

type FootProps = { editing: AlertEditing; isNew: boolean; product: Product; onDone: () => void };

function EditorFoot({ editing, isNew, product, onDone }: FootProps) {
  const isBusy = editing.isBusy.value;
  const reason = linkReason();
  const isBlocked = reason !== undefined;
  const save = async () => {
    // A disabled button is the person's sign; this is the rule.
    if (isBlocked) return;
    readySound();
    if (!(await editing.save())) return;
    toast(isNew ? setText(editing.form.peek(), product) : t('alerts:saved', { code: product.showCode }), 'good');
    onDone();
  };
  const remove = async () => {
    if (isBlocked || !(await editing.remove())) return;
    toast(t('alerts:deleted', { code: product.showCode }));
    onDone();
  };
  return (
    <>
      {editing.refusal && (
        <Banner tone="bad" role="alert">
          {editing.refusal}
        </Banner>
      )}
      <p id="alert-reason" class="alert-reason" role="status">
        {reason}
      </p>
      <div class="alert-buttons" data-columns={isNew ? 1 : undefined}>
        {!isNew && (
          <Button kind="danger" size="tall" disabled={isBusy || isBlocked} onClick={remove}>
            {t('alerts:delete')}
          </Button>
        )}
        <Button
          kind="primary"
          size="tall"
          busy={isBusy}
          disabled={isBlocked || editing.isWrong}
          aria-describedby="alert-reason"
          onClick={save}
        >
          {t(isBusy ? 'alerts:saving' : isNew ? 'alerts:set' : 'alerts:save')}
        </Button>
      </div>
    </>
  );
}

/** Why nothing can be asked of the server now. An old price is no reason: alerts are made at any hour. */
function linkReason(): string | undefined {
  switch (linkTrouble.value) {
    case 'offline':
      return t('shell:link.offline-no-age');
    case 'lost':
      return t('shell:link.lost-no-age');
    default:
      return undefined;
  }
}
