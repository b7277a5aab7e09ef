import { IconButton } from '../../../kit/button.tsx';
import { Icon } from '../../../kit/icon.tsx';
import { t } from '../../../language/i18n.ts';

type ToolsProps = { isFull: boolean; onIndicators: () => void; onTable: () => void; onFull: () => void };

/** The few things to do with a chart beside looking at it, at the end of the row of periods. */
export function ChartTools({ isFull, onIndicators, onTable, onFull }: ToolsProps) {
  return (
    <div class="chart-tools" role="toolbar" aria-label={t('trade:chart.tools')}>
      <IconButton label={t('trade:indicator.title')} onClick={onIndicators}>
        <Icon name="indicators" />
      </IconButton>
      <IconButton label={t('trade:chart.table')} onClick={onTable}>
        <Icon name="table" />
      </IconButton>
      <IconButton label={isFull ? t('trade:chart.full.leave') : t('trade:chart.full')} onClick={onFull}>
        <Icon name={isFull ? 'close' : 'expand'} />
      </IconButton>
    </div>
  );
}
