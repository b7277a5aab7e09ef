import { type Signal, useSignal, useSignalEffect } from '@preact/signals';
import type { PriceLine } from '../../../charts/tags/price-line.ts';
import { Sheet } from '../../../kit/sheet.tsx';
import { t } from '../../../language/i18n.ts';
import './line-list.css';

type ListProps = {
  /** Keys of the lines that one tag stands for; emptied when the list is closed. */
  listed: Signal<readonly string[]>;
  lines: readonly PriceLine[];
  formatPrice: (price: number) => string;
  /** This order is the one whose tags stand alone from now on. */
  onChoose: (key: string) => void;
};

/** What stands behind one tag, line by line: each can be chosen, and is then seen and dragged by itself. */
export function LineList({ listed, lines, formatPrice, onChoose }: ListProps) {
  const open = useSignal(false);
  useSignalEffect(() => {
    open.value = listed.value.length > 0;
  });
  useSignalEffect(() => {
    if (!open.value) listed.value = [];
  });
  const shown = lines.filter(({ key }) => listed.value.includes(key)).sort((a, b) => b.price - a.price);
  return (
    <Sheet open={open} title={t('chart:tags.title')} closeLabel={t('shell:close')}>
      <p class="tag-list-note">{t('chart:tags.note')}</p>
      <ul class="tag-list">
        {shown.map((line) => (
          <li key={line.key}>
            <button
              type="button"
              onClick={() => {
                onChoose(line.key);
                open.value = false;
              }}
            >
              <span>{line.label}</span>
              <span class="num">{formatPrice(line.price)}</span>
              <b class="num" data-tone={line.tone}>
                {line.kind === 'pending' ? '' : line.value}
              </b>
            </button>
          </li>
        ))}
      </ul>
    </Sheet>
  );
}
