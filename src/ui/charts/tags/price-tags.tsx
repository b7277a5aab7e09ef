/**
 * The tags of the lines across a chart, in one layer: words and a live number each; some can be dragged or moved with the arrow keys. Those that
 * would cover each other stand as one that opens a list. Elements, not canvas: they are reached by hand, key and screen reader.
 */
import { type ReadonlySignal, type Signal, useComputed, useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Icon } from '../../kit/icon.tsx';
import { yOfPrice } from '../price-place.ts';
import type { PriceScale } from '../price-range.ts';
import { useSynced } from '../use-synced.ts';
import type { LineDraft, PriceLine } from './price-line.ts';
import { isSameTags, type ShownTag, tagsOf } from './tag-columns.ts';
import { type DragInput, useLineDrag } from './use-line-drag.ts';
import './price-tags.css';

/** Height of a tag, and of the gap below it, in sizes of its text. */
const TAG_EM = 5 / 3;
const GAP_PX = 2;

type PriceTagsProps = {
  lines: readonly PriceLine[];
  scale: ReadonlySignal<PriceScale | undefined>;
  draft: Signal<LineDraft | undefined>;
  formatPrice: (price: number) => string;
  /** The price that stands at the scale, which no stop may cover; read when tags are laid out, and never for a tick. */
  newest: () => number;
  onDrop: DragInput['onDrop'];
  /** What a tag says that stands for several lines, and its name for those who do not see where it is. */
  manyText: (lines: readonly PriceLine[]) => { text: string; name: string };
  /** Such a tag was pressed. */
  onMany: (lines: readonly PriceLine[]) => void;
};

export function PriceTags({ lines, scale, draft, newest, ...rest }: PriceTagsProps) {
  const box = useRef<HTMLDivElement>(null);
  const latest = useRef(lines);
  latest.current = lines;
  const tagPx = useRef(0);
  const tags = useSignal<readonly ShownTag[]>([]);
  const layOut = () => {
    const [node, now] = [box.current, scale.peek()];
    // Read once: it is the same for every frame of a pan.
    if (node) tagPx.current ||= Number.parseFloat(getComputedStyle(node).fontSize) * TAG_EM + GAP_PX;
    const next = node && now ? tagsOf(latest.current, now, tagPx.current, newest()) : [];
    // The same elements are only moved.
    if (isSameTags(next, tags.peek())) putTags(node, next, draft.peek());
    else tags.value = next;
  };
  useSynced(() => {
    const now = scale.value;
    if (now) box.current?.style.setProperty('--axis-width', `${now.axisWidthPx}px`);
    layOut();
  });
  useLayoutEffect(layOut, [lines]);
  useLayoutEffect(() => putTags(box.current, tags.peek(), draft.peek()), [tags.value]);
  return (
    <div ref={box} class="price-tags">
      {tags.value.map((tag) => (
        <Tag key={tag.key} tag={tag} scale={scale} draft={draft} {...rest} />
      ))}
      <DraftLine tags={tags} scale={scale} draft={draft} formatPrice={rest.formatPrice} />
    </div>
  );
}

/** Moves each tag to its place by transform alone; the one that is dragged keeps to the finger. */
function putTags(box: HTMLElement | null, tags: readonly ShownTag[], draft: LineDraft | undefined): void {
  for (const [at, { key, lines, y, lineY, reach, off }] of tags.entries()) {
    const node = box?.children[at];
    if (!(node instanceof HTMLElement) || key === draft?.key) continue;
    node.dataset.off = off;
    putAt(node, y);
    node.style.setProperty('--reach', `${reach}px`);
    node.style.setProperty('--lead', `${off === '' && lines.length === 1 ? lineY - Math.round(y) : 0}`);
  }
}

const putAt = (node: HTMLElement | null, y: number): void => node?.style.setProperty('transform', `translateY(${Math.round(y)}px)`);

type TagProps = Omit<PriceTagsProps, 'lines' | 'newest'> & { tag: ShownTag };

function Tag({ tag, manyText, onMany, ...rest }: TagProps) {
  const [line] = tag.lines as [PriceLine];
  if (tag.lines.length > 1) {
    const { text, name } = manyText(tag.lines);
    return (
      <button
        type="button"
        class="price-tag"
        data-side={tag.side}
        aria-haspopup="dialog"
        aria-label={name}
        onClick={() => onMany(tag.lines)}
      >
        {text}
      </button>
    );
  }
  if (line.drag) return <Handle tag={tag} {...rest} line={line} drag={line.drag} />;
  return (
    <span class="price-tag" data-side={tag.side} data-kind={line.kind}>
      <TagText line={line} />
    </span>
  );
}

const TagText = ({ line }: { line: PriceLine }) => (
  <>
    {line.icon && <Icon name={line.icon} size={12} />}
    <span class="price-tag-name">{line.label} </span>
    {line.value !== undefined && (
      <b class={typeof line.tone === 'object' ? 'live' : undefined} data-tone={line.tone}>
        {line.value}
      </b>
    )}
  </>
);

type HandleProps = Omit<DragInput, 'price'> & { tag: ShownTag; formatPrice: (price: number) => string };

function Handle({ tag, formatPrice, ...input }: HandleProps) {
  const { line, drag, scale, draft } = input;
  const ref = useRef<HTMLDivElement>(null);
  const drafted = useComputed(() => (draft.value?.key === line.key ? draft.value.price : undefined)).value;
  const isDrafted = drafted !== undefined;
  const price = drafted ?? line.price;
  const handlers = useLineDrag({ ...input, price });
  useLayoutEffect(() => (isDrafted ? undefined : putAt(ref.current, tag.y)), [isDrafted, tag]);
  useSynced(() => {
    if (scale.value && draft.value?.key === line.key) putAt(ref.current, yOfPrice(scale.value, draft.value.price));
  });
  return (
    <div
      ref={ref}
      class="price-tag"
      data-side={tag.side}
      data-kind={line.kind}
      data-chosen={line.isChosen || undefined}
      data-drafted={isDrafted || undefined}
      role="slider"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={drag.name}
      aria-valuenow={price}
      aria-valuetext={isDrafted ? `${formatPrice(price)}, ${drag.describe(price)}` : formatPrice(price)}
      {...handlers}
    >
      {isDrafted ? drag.describe(price) : <TagText line={line} />}
      <i aria-hidden="true" />
    </div>
  );
}

type DraftProps = Pick<PriceTagsProps, 'scale' | 'draft' | 'formatPrice'> & { tags: ReadonlySignal<readonly ShownTag[]> };

/** The line that is dragged, with its price upon the axis. What is dragged away from an entry is a new line: the entry's own tag stays. */
function DraftLine({ tags, scale, draft, formatPrice }: DraftProps) {
  const ref = useRef<HTMLDivElement>(null);
  const kept = useRef<HTMLSpanElement>(null);
  const price = draft.value?.price;
  const tag = tags.value.find(({ key, side }) => side === 'orders' && key === draft.value?.key);
  useSynced(() => {
    if (scale.value && draft.value) putAt(ref.current, yOfPrice(scale.value, draft.value.price));
  });
  useLayoutEffect(() => (tag ? putAt(kept.current, tag.y) : undefined), [tag]);
  return (
    <>
      <div ref={ref} class="price-draft" hidden={price === undefined}>
        <span class="num">{price === undefined ? '' : formatPrice(price)}</span>
      </div>
      {tag && (
        <span ref={kept} class="price-tag" data-side="orders" aria-hidden="true">
          {tag.lines[0] && <TagText line={tag.lines[0]} />}
        </span>
      )}
    </>
  );
}
