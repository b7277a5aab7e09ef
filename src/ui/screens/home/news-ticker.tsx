import { useSignal } from '@preact/signals';
import { IconButton } from '../../kit/button.tsx';
import { Icon } from '../../kit/icon.tsx';
import { t } from '../../language/i18n.ts';
import { useWhileActive } from '../../navigation/page-active.ts';
import { useHomeNews } from '../../state/market-lists.ts';

/** How long one headline is shown (specification S1 section 9). */
const ROTATE_MS = 3_000;

/** The newest headlines, one after the other. It can be stopped, and does not move by itself for those who asked for less motion. */
export function NewsTicker() {
  const news = useHomeNews();
  const index = useSignal(0);
  const isPaused = useSignal(matchMedia('(prefers-reduced-motion: reduce)').matches);
  const count = news.data.value?.length ?? 0;
  useWhileActive(() => {
    if (isPaused.value || count < 2) return undefined;
    const timer = setInterval(() => {
      index.value = (index.peek() + 1) % count;
    }, ROTATE_MS);
    return () => clearInterval(timer);
  }, [isPaused.value, count]);
  const headline = news.data.value?.[index.value % Math.max(1, count)];
  // Its room is kept while the headlines are on their way, so that nothing below moves when they come.
  if (!headline) return news.status.value === 'pending' ? <div class="home-news" /> : null;
  return (
    <section class="home-news" aria-label={t('home:news')}>
      <Icon name="news" size={18} />
      <p key={headline.id}>{headline.title}</p>
      {count > 1 && (
        <IconButton label={t(isPaused.value ? 'home:news.play' : 'home:news.pause')} onClick={() => (isPaused.value = !isPaused.value)}>
          <Icon name={isPaused.value ? 'play' : 'pause'} size={18} />
        </IconButton>
      )}
    </section>
  );
}
