import iconsUrl from './icons.svg?no-inline';
import './icon.css';

/** Names of the symbols in icons.svg, a hashed file: once fetched, icons show without the network too. */
export type IconName =
  | 'market'
  | 'trade'
  | 'orders'
  | 'copy'
  | 'ranking'
  | 'account'
  | 'search'
  | 'back'
  | 'forward'
  | 'close'
  | 'menu'
  | 'star'
  | 'star-full'
  | 'eye'
  | 'eye-off'
  | 'plus'
  | 'minus'
  | 'check'
  | 'warning'
  | 'info'
  | 'logout'
  | 'refresh'
  | 'moon'
  | 'clock'
  | 'pause'
  | 'play'
  | 'offline'
  | 'empty'
  | 'down'
  | 'wallet'
  | 'deposit'
  | 'withdraw'
  | 'news'
  | 'calendar'
  | 'candles'
  | 'indicators'
  | 'table'
  | 'expand'
  | 'order-usual'
  | 'order-gains'
  | 'order-losses'
  | 'bell'
  | 'bell-full'
  | 'lock'
  | 'shield'
  | 'globe'
  | 'mail'
  | 'phone'
  | 'device'
  | 'frost'
  | 'quote';

/** One line icon of the sprite, of 20 px where text is 16, larger with larger text. Decoration only: the control around it carries the name. */
export function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
  const side = `${size / 16}rem`;
  return (
    <svg class="icon" width={side} height={side} aria-hidden="true" data-icon={name}>
      <use href={`${iconsUrl}#${name}`} />
    </svg>
  );
}
