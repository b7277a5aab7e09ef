import { t } from '../language/i18n.ts';

/** What a photo must be like, drawn: a document that lies whole within the picture, its corners and its lines to be seen. */
export const GoodPhoto = () => (
  <div class="good-photo">
    <svg viewBox="0 0 96 66" width="96" height="66" fill="none" stroke="currentColor" stroke-width="2" aria-hidden="true">
      <path class="good-photo-frame" d="M2 12V2h12M82 2h12v10M94 54v10H82M14 64H2V54" />
      <rect x="13" y="11" width="70" height="44" rx="4" />
      <circle cx="30" cy="27" r="6" />
      <path d="M20 45c1-8 5-10 10-10s9 2 10 10M50 23h24M50 32h24M50 41h15" />
    </svg>
    <p>{t('identity:photos.good')}</p>
  </div>
);
