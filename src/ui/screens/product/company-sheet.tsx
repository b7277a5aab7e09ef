import type { Signal } from '@preact/signals';
import type { Company } from '#domain/company.ts';
import { hostOfAddress } from '#domain/outside-address.ts';
import { keepCompany } from '../../company/company-choice.ts';
import { AddressText } from '../../kit/address-text.tsx';
import { Button } from '../../kit/button.tsx';
import { Monogram } from '../../kit/monogram.tsx';
import { Sheet } from '../../kit/sheet.tsx';
import { toast } from '../../kit/toast.tsx';
import { t } from '../../language/i18n.ts';
import { navigate } from '../../navigation/navigate.ts';
import { PATHS } from '../../paths.ts';
import { invalidate } from '../../state/query.ts';
import { UNKNOWN } from '../../text/format.ts';

/** A picture of this site, or none: a company's row must not have the browser ask elsewhere. */
export const logoOf = ({ logo }: Company): string => (/^\/(?!\/)[\w./-]+$/.test(logo) ? logo : '');

/** Where its website leads, named before anybody goes there; nowhere for an address that may not be led to. */
const websiteOf = ({ website }: Company): { href: string; host: string } | undefined => {
  const host = hostOfAddress(website);
  return host && host !== location.host ? { href: website, host } : undefined;
};

/** What there is to know of a company, and the way in. */
export function CompanySheet({ open, company }: { open: Signal<boolean>; company: Company }) {
  const website = websiteOf(company);
  const facts = [
    ['company:website', website && <AddressText address={website.host} />],
    ['company:subject', company.subject],
    ['company:registered-address', company.registeredAddress],
    ['company:office-address', company.officeAddress],
    ['company:company-email', company.email && <AddressText address={company.email} />],
  ] as const;
  return (
    <Sheet open={open} title={company.name} closeLabel={t('shell:close')} aside={<Monogram text={company.name} src={logoOf(company)} />}>
      <dl class="company-facts">
        {facts.map(([name, text]) => (
          <div key={name}>
            <dt>{t(name)}</dt>
            <dd>{text || UNKNOWN}</dd>
          </div>
        ))}
      </dl>
      <Enter open={open} company={company} website={website?.href} />
    </Sheet>
  );
}

/** The choice is kept; a company with a site of its own opens it, any other one is entered here. */
function Enter({ open, company, website }: { open: Signal<boolean>; company: Company; website: string | undefined }) {
  const keep = () => {
    keepCompany(company.id);
    open.value = false;
    void invalidate('company');
    toast(t('company:entered', { name: company.name }), 'good');
  };
  if (website !== undefined) {
    return (
      <a class="button" data-kind="primary" data-size="tall" href={website} target="_blank" rel="noopener noreferrer" onClick={keep}>
        {t('company:enter')}
      </a>
    );
  }
  const enter = () => {
    keep();
    navigate(PATHS.home);
  };
  return (
    <Button kind="primary" size="tall" onClick={enter}>
      {t('company:enter')}
    </Button>
  );
}
