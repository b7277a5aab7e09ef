/** Figures of speed over the page, in the demo profile, for anyone who asks by `?perf` in the address. Nobody else fetches this code. */
import { computed, effect } from '@preact/signals';
import { render } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Icon } from '../kit/icon.tsx';
import { needTexts, t } from '../language/i18n.ts';
import { linkTrouble } from '../state/link.ts';
import { flag } from '../state/site.ts';
import { numberText, UNKNOWN } from '../text/format.ts';
import { busy, frameMs, longTasks, rates, reconnects, startSampler, tickToPaintMs } from './perf-sampler.ts';
import { useDrag } from './use-drag.ts';
import './perf-panel.css';

/** Shows the panel while the profile is the demo's, which is where the demo login is on. Gives what takes it away for good. */
export async function offerPerfPanel(): Promise<() => void> {
  await needTexts('perf');
  const isDemoProfile = computed(() => flag('is_mock_login'));
  return effect(() => {
    if (!isDemoProfile.value) return undefined;
    const host = document.createElement('div');
    document.body.append(host);
    render(<PerfPanel />, host);
    return () => {
      render(null, host);
      host.remove();
    };
  });
}

/** Taps go through its figures to the page below; only its head takes them, to be moved by and to close. */
function PerfPanel() {
  const box = useRef<HTMLElement>(null);
  const head = useRef<HTMLElement>(null);
  const [isOpen, setIsOpen] = useState(true);
  useDrag(box, head, isOpen);
  // What is not looked at is not measured.
  useEffect(() => (isOpen ? startSampler() : undefined), [isOpen]);
  return (
    <aside ref={box} class="perf-panel" aria-label={t('perf:title')}>
      <header ref={head} class="perf-head">
        <b>{t('perf:title')}</b>
        <button
          type="button"
          class="perf-button"
          aria-expanded={isOpen}
          aria-label={isOpen ? t('perf:close') : t('perf:open')}
          onClick={() => setIsOpen(!isOpen)}
        >
          <Icon name={isOpen ? 'minus' : 'plus'} size={16} />
        </button>
      </header>
      {isOpen && <Figures />}
    </aside>
  );
}

/** Rounded for the eye; '--' where nothing was measured. */
const shown = (value: number | undefined, digits = 0): string =>
  value === undefined || !Number.isFinite(value) ? UNKNOWN : numberText(value.toFixed(digits));

function Figures() {
  const [frame, rate, tasks] = [frameMs.value, rates.value, longTasks.value];
  const rows = [
    [t('perf:frame'), t('perf:frame.value', { median: shown(frame?.median, 1), late: shown(frame?.late, 1) })],
    [t('perf:busy'), t('perf:busy.value', { percent: shown(busy.value === undefined ? undefined : busy.value * 100) })],
    [t('perf:ticks'), t('perf:ticks.value', { number: shown(rate?.ticksPerS) })],
    [t('perf:bytes'), t('perf:bytes.value', { kilobytes: shown(rate && rate.bytesPerS / 1_000, 1) })],
    [t('perf:frames'), t('perf:frames.value', { ms: shown(rate?.frameEveryMs) })],
    [t('perf:paint'), t('perf:paint.value', { ms: shown(tickToPaintMs.value) })],
    [t('perf:tasks'), t('perf:tasks.value', { number: shown(tasks?.count), ms: shown(tasks?.longestMs) })],
    [t('perf:link'), t('perf:link.value', { state: t(`perf:link.${linkTrouble.value}`), number: shown(reconnects.value) })],
  ] as const;
  return (
    <>
      <dl class="perf-figures">
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd class="num">{value}</dd>
          </div>
        ))}
      </dl>
      <p class="perf-cost">{t('perf:cost')}</p>
    </>
  );
}
