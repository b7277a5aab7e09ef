import { useSignal } from '@preact/signals';
import { correction, generate } from 'lean-qr/nano';
import { useEffect, useRef } from 'preact/hooks';
import { RECEIPT_BYTES_MAX } from '#domain/tape/receipt-limits.ts';
import type { CompareReply, Pin } from '#protocol/receipts.ts';
import { strictUtf8 } from '#protocol/strict-utf8.ts';
import { Button } from '../kit/button.tsx';
import { ShareButton } from '../kit/share-button.tsx';
import { Skeleton } from '../kit/skeleton.tsx';
import { t } from '../language/i18n.ts';
import { askReceipts } from './ask-receipts.ts';
import { Compared } from './compared.tsx';
import { CopyText } from './copy-text.tsx';
import { usePin } from './use-pin.ts';
import './receipt.css';
import './compare.css';

/** Modules of quiet around the picture, as readers need them. */
const QUIET = 4;

/** One's own newest checkpoint to show, and a friend's to look at. */
export function Compare() {
  const { reply } = usePin();
  const pin = reply.value?.kind === 'pin' ? reply.value.pin : undefined;
  const part = useRef<HTMLDivElement>(null);
  const isHere = reply.value !== undefined;
  // It unfolds below what was pressed, where little of it would be seen.
  useEffect(() => part.current?.scrollIntoView({ block: 'start' }), [isHere]);
  return (
    <div ref={part} class="receipt-compare">
      <section aria-label={t('receipt:mine')}>
        <h3>{t('receipt:mine')}</h3>
        {reply.value ? <Mine pin={pin} /> : <Skeleton rows={3} label={t('receipt:loading')} />}
      </section>
      <section aria-label={t('receipt:theirs')}>
        <h3>{t('receipt:theirs')}</h3>
        <Theirs />
      </section>
    </div>
  );
}

function Mine({ pin }: { pin: Pin | undefined }) {
  const picture = useRef<HTMLCanvasElement>(null);
  const note = pin?.newest?.note;
  useEffect(() => {
    // Dark on light in either theme: many readers take nothing else.
    if (note && picture.current)
      generate(note, { minCorrectionLevel: correction.L }).toCanvas(picture.current, { off: [255, 255, 255], pad: QUIET });
  }, [note]);
  if (!note) return <p class="receipt-note">{t('receipt:mine.none')}</p>;
  return (
    <>
      <p class="receipt-note">{t('receipt:mine.what')}</p>
      <p class="receipt-note">{t('receipt:mine.detail')}</p>
      <canvas ref={picture} class="receipt-qr" role="img" aria-label={t('receipt:mine.picture')} />
      <textarea class="receipt-text" dir="ltr" readOnly rows={5} aria-label={t('receipt:mine.text')} value={note} />
      <div class="receipt-actions">
        <CopyText text={note} />
        <ShareButton data={{ text: note }}>{t('receipt:mine.share')}</ShareButton>
      </div>
    </>
  );
}

/** A text or a file that somebody gave, and what came of looking at it. What is typed or opened since makes an answer one of another text: it is dropped. */
function useTheirs() {
  const text = useSignal('');
  const isBusy = useSignal(false);
  const found = useSignal<CompareReply | undefined>(undefined);
  // Of the file that was looked at, which stands in no field.
  const name = useSignal('');
  const turn = useRef(0);
  const begin = () => {
    found.value = undefined;
    isBusy.value = false;
    return ++turn.current;
  };
  const look = async (asked: string) => {
    const mine = begin();
    isBusy.value = true;
    const reply = await askReceipts({ kind: 'compare', text: asked });
    if (mine !== turn.current) return;
    found.value = reply;
    isBusy.value = false;
  };
  const type = (typed: string) => {
    begin();
    text.value = typed;
    name.value = '';
  };
  const open = async (chosen: File | undefined) => {
    if (!chosen) return;
    const mine = begin();
    text.value = '';
    name.value = chosen.name;
    if (chosen.size > RECEIPT_BYTES_MAX) {
      found.value = { kind: 'unreadable', reason: 'too-large' };
      return;
    }
    const read = strictUtf8(await chosen.arrayBuffer());
    if (mine !== turn.current) return;
    if (read === undefined) found.value = { kind: 'unreadable', reason: 'not-json' };
    else await look(read);
  };
  return { text, isBusy, found, name, look, type, open };
}

function Theirs() {
  const { text, isBusy, found, name, look, type, open } = useTheirs();
  const file = useRef<HTMLInputElement>(null);
  const result = useRef<HTMLDivElement>(null);
  // It stands below what was pressed, where nobody would look for it.
  useEffect(() => {
    if (found.value) result.current?.scrollIntoView({ block: 'nearest' });
  }, [found.value]);
  return (
    <>
      <p class="receipt-note">{t('receipt:theirs.detail')}</p>
      <textarea
        class="receipt-text"
        dir="ltr"
        rows={5}
        spellcheck={false}
        autocomplete="off"
        aria-label={t('receipt:theirs.text')}
        value={text.value}
        onInput={(event) => type(event.currentTarget.value)}
      />
      <input
        ref={file}
        type="file"
        hidden
        accept=".json,.txt,application/json,text/plain"
        onChange={(event) => {
          const [chosen] = event.currentTarget.files ?? [];
          event.currentTarget.value = '';
          void open(chosen);
        }}
      />
      <div class="receipt-actions">
        <Button onClick={() => file.current?.click()}>{t('receipt:theirs.file')}</Button>
        <Button kind="primary" busy={isBusy.value} disabled={text.value.trim() === ''} onClick={() => void look(text.peek())}>
          {t('receipt:theirs.check')}
        </Button>
      </div>
      {name.value && (
        <p class="receipt-note">
          <bdi>{name}</bdi>
        </p>
      )}
      <div ref={result} class="receipt-compared">
        {found.value && <Compared reply={found.value} />}
      </div>
    </>
  );
}
