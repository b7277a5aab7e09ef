import { Button } from './button.tsx';

type ShareButtonProps = { data: ShareData; size?: 'short'; children: string };

/** Hands a text or a link to the phone's own share sheet; not there where the browser has none. Who closes that sheet has changed their mind. */
export function ShareButton({ data, size, children }: ShareButtonProps) {
  if (typeof navigator.share !== 'function') return null;
  return (
    <Button {...(size && { size })} onClick={() => void navigator.share(data).catch(() => undefined)}>
      {children}
    </Button>
  );
}
