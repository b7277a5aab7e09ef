/**
 * A place for one photo on screen: empty, on its way, held, or there. A press on an empty one chooses, from the camera or the album; on a photo it
 * shows it large, whole as it will be looked at.
 */
import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import { Button } from '../kit/button.tsx';
import { Icon } from '../kit/icon.tsx';
import { Sheet } from '../kit/sheet.tsx';
import { t } from '../language/i18n.ts';
import type { PhotoPlace } from './photo-place.ts';
import { PHOTO_TYPES } from './shrink-photo.ts';
import './photo-slot.css';

type SlotProps = { label: string; place: PhotoPlace; problem?: string | undefined; onChoose?: () => void };

export function PhotoSlot({ label, place, problem: missing, onChoose }: SlotProps) {
  const id = useId();
  const isLarge = useSignal(false);
  const { preview, progress, isHeld } = place;
  // Why the last one is not there says more than that there is none.
  const problem = place.refusal.value || missing;
  const isSending = progress.value !== undefined;
  const isEmpty = preview.value === '' && !isSending;
  const choose = (event: { currentTarget: HTMLInputElement }) => {
    const file = event.currentTarget.files?.[0];
    // The same file can be chosen again.
    event.currentTarget.value = '';
    if (!file) return;
    onChoose?.();
    void place.choose(file);
  };
  return (
    <div class="photo-slot">
      <div class="photo-box" data-invalid={problem ? '' : undefined} data-empty={isEmpty ? '' : undefined}>
        <input
          id={id}
          type="file"
          class="sr-only"
          accept={PHOTO_TYPES.join(',')}
          aria-label={isEmpty ? label : t('identity:photo.replace', { photo: label })}
          aria-invalid={problem ? true : undefined}
          aria-describedby={`${id}-note`}
          onChange={choose}
        />
        {preview.value === '' ? (
          <label class="photo-cover" for={id}>
            {isEmpty && <Icon name="plus" size={24} />}
          </label>
        ) : (
          <button
            type="button"
            class="photo-cover"
            aria-label={t('identity:photo.show', { photo: label })}
            onClick={() => (isLarge.value = true)}
          >
            <img src={preview.value} alt="" />
          </button>
        )}
        {isSending && <Progress share={progress.value ?? 0} label={t('identity:photo.sending', { photo: label })} />}
        {!isEmpty && !isSending && !isHeld.value && (
          <span class="photo-mark">
            <Icon name="check" size={16} />
          </span>
        )}
      </div>
      <div class="photo-foot">
        <span class="photo-label" aria-hidden="true">
          {label}
        </span>
        {!isEmpty && (
          <label class="photo-replace" for={id} aria-hidden="true">
            {t('identity:photo.another')}
          </label>
        )}
      </div>
      <p id={`${id}-note`} class="field-note" data-problem={problem ? '' : undefined} role={problem ? 'alert' : undefined}>
        {problem}
      </p>
      {isHeld.value && (
        <Button size="short" aria-label={t('identity:photo.again-of', { photo: label })} onClick={() => void place.send()}>
          {t('identity:photo.again')}
        </Button>
      )}
      <Sheet open={isLarge} title={t('identity:photo.large', { photo: label })} closeLabel={t('shell:close')}>
        <img class="photo-large" src={preview.value} alt={label} />
      </Sheet>
    </div>
  );
}

/** While nothing has left yet, since it is made small or the line is slow, something turns: a bar that stands still says nothing. */
function Progress({ share, label }: { share: number; label: string }) {
  const percent = Math.round(share * 100);
  return (
    <>
      {percent === 0 && <span class="photo-spinner" aria-hidden="true" />}
      <span class="photo-progress" role="progressbar" aria-label={label} aria-valuenow={percent} aria-valuemin={0} aria-valuemax={100}>
        <i style={{ inlineSize: `${percent}%` }} />
      </span>
    </>
  );
}
