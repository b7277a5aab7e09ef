import { Button } from '../../kit/button.tsx';
import { type Key, t } from '../../language/i18n.ts';
import { navigate } from '../../navigation/navigate.ts';
import { PATHS } from '../../paths.ts';
import { logout } from '../../state/session.ts';

/** Whoever has an account already goes to it by the login, which is closed to who is in: the browser keeps the key of the demo. */
export function LeaveDemo({ text }: { text: Key }) {
  const leave = async () => {
    await logout();
    navigate(PATHS.login);
  };
  return (
    <div class="door-links">
      <Button kind="quiet" onClick={leave}>
        {t(text)}
      </Button>
    </div>
  );
}
