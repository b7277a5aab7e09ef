/** A photo whose way up failed is held where it was chosen. */
import { cleanup, render, screen } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { needTexts } from '#ui/language/i18n.ts';
import { createPhotoPlace, type PhotoPlace } from '#ui/photos/photo-place.ts';
import { PhotoSlot } from '#ui/photos/photo-slot.tsx';
import { isOffline } from '#ui/state/link.ts';
import '#ui/tokens.css';
import { problemsOf } from '../support/axe.ts';
import { fakeUploads, pictureFile } from './fake-upload.ts';
import { link } from './identity-answers.ts';

let fake: ReturnType<typeof fakeUploads>;
let place: PhotoPlace;
let root: HTMLElement;
beforeEach(async () => {
  await needTexts('shell', 'identity', 'errors');
  fake = fakeUploads();
  place = createPhotoPlace();
  root = render(<PhotoSlot label="Front" place={place} />).container as HTMLElement;
});
afterEach(() => {
  isOffline.value = false;
  cleanup();
  place.clear();
  fake.stop();
});

const note = (): string => root.querySelector('.field-note')?.textContent ?? '';
const choose = async () => userEvent.upload(screen.getByLabelText(/Front$/, { selector: 'input' }), await pictureFile(600, 900));

describe('a photo that cannot be sent for now (D9.411)', () => {
  it('stays chosen while the phone is offline, and goes up when it is not; its message goes with it', async () => {
    isOffline.value = true;
    await choose();
    await expect.poll(note).toMatch(/offline/i);
    expect(root.querySelector('.photo-box img')).not.toBeNull();
    expect(root.querySelector('.photo-mark')).toBeNull();
    expect(await problemsOf(root)).toEqual([]);
    isOffline.value = false;
    await expect.poll(() => fake.uploads.length).toBe(1);
    expect(note()).toBe('');
    fake.uploads[0]?.answer({ url: link('a') });
    await expect.poll(() => place.url.peek()).toBe(link('a'));
    expect(root.querySelector('.photo-mark')).not.toBeNull();
    expect(screen.queryByRole('button', { name: /^Try again/ })).toBeNull();
  });

  it('goes up by one tap after an answer that did not come', async () => {
    await choose();
    await expect.poll(() => fake.uploads.length).toBe(1);
    fake.uploads[0]?.fail();
    await expect.poll(note).toContain('ERR_NETWORK');
    await userEvent.click(screen.getByRole('button', { name: 'Try again: Front' }));
    await expect.poll(() => fake.uploads.length).toBe(2);
    fake.uploads[1]?.answer({ url: link('a') });
    await expect.poll(() => place.url.peek()).toBe(link('a'));
    expect(note()).toBe('');
  });

  it('shows at once that something is under way, before the picture is made small', async () => {
    const make = globalThis.createImageBitmap;
    let wasTurning: boolean | undefined;
    globalThis.createImageBitmap = ((...args: Parameters<typeof make>) => {
      wasTurning = root.querySelector('.photo-spinner') !== null;
      return make(...args);
    }) as typeof make;
    try {
      await choose();
      await expect.poll(() => wasTurning).toBe(true);
    } finally {
      globalThis.createImageBitmap = make;
    }
  });

  it('is shown whole, and large by a tap', async () => {
    await choose();
    await expect.poll(() => fake.uploads.length).toBe(1);
    fake.uploads[0]?.answer({ url: link('a') });
    await expect.poll(() => root.querySelector('.photo-mark')).not.toBeNull();
    const picture = root.querySelector('.photo-box img') as HTMLImageElement;
    expect(getComputedStyle(picture).objectFit).toBe('contain');
    await userEvent.click(screen.getByRole('button', { name: 'Show: Front' }));
    const large = (await screen.findByRole('img', { name: 'Front' })) as HTMLImageElement;
    await expect.poll(() => large.getBoundingClientRect().height).toBeGreaterThan(picture.getBoundingClientRect().height);
    expect(large.src).toBe(picture.src);
  });
});
