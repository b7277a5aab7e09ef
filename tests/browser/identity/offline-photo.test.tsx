import { expect, it, onTestFinished } from 'vitest';
import { CALL_ERROR } from '#rest/call-error.ts';
import { sendPhoto } from '#ui/photos/send-photo.ts';
import { isOffline } from '#ui/state/link.ts';
import { fakeUploads, pictureFile } from './fake-upload.ts';

it('D9.258 offline no photo is sent: the slot says so in the words of every other call', async () => {
  const fake = fakeUploads();
  onTestFinished(() => {
    isOffline.value = false;
    fake.stop();
  });
  isOffline.value = true;
  const sending = sendPhoto(await pictureFile(300, 200), new AbortController().signal, () => undefined);
  await expect(sending).rejects.toMatchObject({ code: CALL_ERROR.offline });
  expect(fake.uploads).toEqual([]);
});
