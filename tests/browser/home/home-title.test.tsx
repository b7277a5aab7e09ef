import { screen } from '@testing-library/preact';
import { expect, it } from 'vitest';
import { putSite } from '#ui/state/site.ts';
import { startFakeServer } from '../support/fake-server.ts';
import { openApp } from '../support/open-app.tsx';

it('S1-9.23 D1.2.13 is_home_title_pic has the logo in place of the name, which stays its name; without a logo the name stays', async () => {
  const server = startFakeServer();
  server.on('/api/basicSet/getBasicInfo', () => ({ site_name: 'Outcry', logo: '/icon.svg', is_home_title_pic: '0' }));
  const app = await openApp('/');
  const heading = await screen.findByRole('heading', { name: 'Outcry', level: 1 });
  expect(heading.querySelector('img')).toBeNull();
  putSite({ site_name: 'Outcry', logo: '/icon.svg', is_home_title_pic: '1' });
  await expect.poll(() => heading.querySelector('img')?.getAttribute('src')).toBe('/icon.svg');
  expect([heading.textContent, screen.getByRole('heading', { name: 'Outcry', level: 1 })]).toEqual(['', heading]);
  putSite({ site_name: 'Outcry', logo: '', is_home_title_pic: '1' });
  await expect.poll(() => heading.textContent).toBe('Outcry');
  app.close();
  server.stop();
});
