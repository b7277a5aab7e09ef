/**
 * Where a browser is sent away from this site, looked at once after a start: a company that has ended names an address (decisions D1.7.16,
 * D9.267), and a desktop has a site of its own where the operator wants that (D1.9.04). Anything that may not be led to is not.
 */
import { desktopHost, isDesktopAgent } from '#domain/desktop.ts';
import { lossAddress } from '#domain/outside-address.ts';
import { request } from '../requests/request.ts';
import { flag, setting } from '../state/site.ts';
import { chosenCompany, keepCompany } from './company-choice.ts';
import { readCompanyStatus } from './company-status.ts';

type Place = Pick<Location, 'protocol' | 'hostname' | 'host' | 'port' | 'hash'> & { replace(url: string): void };

/** The site is known when this is called. `place`: the page's own address. */
export async function leaveSite(place: Place = location, agent: string = navigator.userAgent): Promise<void> {
  const desktop = flag('pc_redirect') && isDesktopAgent(agent) ? desktopHost(place.hostname) : undefined;
  if (desktop !== undefined) {
    place.replace(`${place.protocol}//${desktop}${place.port && `:${place.port}`}/${place.hash}`);
    return;
  }
  const id = chosenCompany();
  if (id !== undefined) keepCompany(id);
  // What cannot be read keeps nobody from trading: it is read again with the next start.
  const status = await readCompanyStatus().catch(() => undefined);
  if (!status || status.isRunning || status.lossAddress === '') return;
  const address = lossAddress(status.lossAddress, { ownHost: place.host, hosts: setting('loss_hosts') });
  if (address) place.replace(address);
  else
    request.warn(
      `loss_url: got ${JSON.stringify(status.lossAddress.slice(0, 80))}, takes an https address at a host of loss_hosts; stayed`,
    );
}
