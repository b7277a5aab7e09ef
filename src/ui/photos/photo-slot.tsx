/** A place for one photo on screen: empty, on its way, or there; a press chooses one, from the camera or the album. */
import { useId } from 'preact/hooks';
import { Icon } from '../kit/icon.tsx';
import { t } from '../language/i18n.ts';
import type { PhotoPlace } from './photo-place.ts';
import { PHOTO_TYPES } from './shrink-photo.ts';
import './photo-slot.css';

type SlotProps = { label: string; place: PhotoPlace; problem?: string | undefined; onChoose?: () => void };

export function PhotoSlot({ label, place, problem: missing, onChoose }: SlotProps) {
  const id = useId();
  const { preview, progress } = place;
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
      <label class="photo-box" data-invalid={problem ? '' : undefined} data-empty={isEmpty ? '' : undefined}>
        <input
          type="file"
          class="sr-only"
          accept={PHOTO_TYPES.join(',')}
          aria-label={isEmpty ? label : t('identity:photo.replace', { photo: label })}
          aria-invalid={problem ? true : undefined}
          aria-describedby={`${id}-note`}
          onChange={choose}
        />
        {preview.value && <img src={preview.value} alt="" />}
        {isEmpty && <Icon name="plus" size={24} />}
        {isSending && <Progress share={progress.value ?? 0} label={t('identity:photo.sending', { photo: label })} />}
        {!isEmpty && !isSending && (
          <span class="photo-mark">
            <Icon name="check" size={16} />
          </span>
        )}
      </label>
      <span class="photo-label" aria-hidden="true">
        {label}
      </span>
      <p id={`${id}-note`} class="field-note" data-problem={problem ? '' : undefined} role={problem ? 'alert' : undefined}>
        {problem}
      </p>
    </div>
  );
}

function Progress({ share, label }: { share: number; label: string }) {
  const percent = Math.round(share * 100);
  return (
    <span class="photo-progress" role="progressbar" aria-label={label} aria-valuenow={percent} aria-valuemin={0} aria-valuemax={100}>
      <i style={{ inlineSize: `${percent}%` }} />
    </span>
  );
}
