import { useRef } from 'preact/hooks';
import './tabs.css';

type TabItem<V extends string = string> = {
  value: V;
  /** What is seen; the accessible name unless `name` differs. */
  label: string;
  name?: string;
  /** A count behind the label. */
  count?: number;
};

type TabsProps<V extends string> = {
  items: readonly TabItem<V>[];
  selected: V;
  onSelect: (value: V) => void;
  /** Accessible name of the whole strip. */
  label: string;
  /** `segmented`: equal parts in a trough; `chips`: a strip that scrolls sideways. */
  variant?: 'segmented' | 'chips';
  /** Id of the panel that the tabs switch, when it has one. */
  controls?: string;
};

/** A tablist with one stop for the Tab key; arrows, Home and End move and select. Works right to left. */
export function Tabs<V extends string>({ items, selected, onSelect, label, variant = 'chips', controls }: TabsProps<V>) {
  const ref = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const index = items.findIndex((item) => item.value === selected);
    const next = nextIndex(event.key, index, items.length, ref.current);
    if (next === undefined) return;
    event.preventDefault();
    onSelect((items[next] as TabItem<V>).value);
    (ref.current?.children[next] as HTMLElement | undefined)?.focus();
  };
  return (
    <div ref={ref} role="tablist" class="tabs" data-variant={variant} aria-label={label} onKeyDown={onKeyDown}>
      {items.map((item) => (
        <button
          key={item.value}
          type="button"
          role="tab"
          aria-selected={item.value === selected}
          aria-controls={controls}
          aria-label={item.name}
          tabIndex={item.value === selected ? 0 : -1}
          onClick={() => onSelect(item.value)}
        >
          {item.label}
          {item.count !== undefined && <span class="tabs-count num">{item.count}</span>}
        </button>
      ))}
    </div>
  );
}

function nextIndex(key: string, index: number, length: number, strip: HTMLElement | null): number | undefined {
  if (key === 'Home') return 0;
  if (key === 'End') return length - 1;
  if (key !== 'ArrowRight' && key !== 'ArrowLeft') return undefined;
  const isRightToLeft = strip ? getComputedStyle(strip).direction === 'rtl' : false;
  const step = (key === 'ArrowRight') === isRightToLeft ? -1 : 1;
  return (index + step + length) % length;
}
