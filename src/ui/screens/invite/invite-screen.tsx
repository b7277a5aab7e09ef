import { OwnAccount } from '../../credentials/own-account.tsx';
import { Card } from '../../kit/card.tsx';
import { PageHeader } from '../../kit/page-header.tsx';
import { ShareButton } from '../../kit/share-button.tsx';
import { t } from '../../language/i18n.ts';
import { goBack } from '../../navigation/navigate.ts';
import { PATHS } from '../../paths.ts';
import { CopyButton } from '../../security/copy-button.tsx';
import { QrPicture } from '../../security/qr-picture.tsx';
import { setting } from '../../state/site.ts';
import './invite-screen.css';

/** The link by which others open an account as invited by this person: as a picture, as a text, and its code. */
export function InviteScreen() {
  return (
    <>
      <PageHeader title={t('account:invite')} backLabel={t('shell:back')} onBack={goBack} />
      <OwnAccount why="account:invite.demo">{({ invite_code }) => <Invitation code={invite_code} />}</OwnAccount>
    </>
  );
}

function Invitation({ code }: { code: string }) {
  const link = `${location.origin}/#${PATHS.register}?invite_code=${encodeURIComponent(code)}`;
  return (
    <Card label={t('account:invite')}>
      <div class="invite">
        <p>{t('account:invite.detail')}</p>
        <QrPicture text={link} label={t('account:invite.picture')} />
        <Copied name={t('account:invite.link')} text={link} />
        <Copied name={t('account:invite.code')} text={code} />
        <ShareButton data={{ title: setting('site_name'), url: link }}>{t('account:invite.share')}</ShareButton>
      </div>
    </Card>
  );
}

const Copied = ({ name, text }: { name: string; text: string }) => (
  <div class="invite-copied">
    <div>
      <p>{name}</p>
      <output>{text}</output>
    </div>
    <CopyButton text={text} name={name} />
  </div>
);
