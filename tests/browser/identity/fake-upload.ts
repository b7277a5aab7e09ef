/** Takes the place of the browser's XMLHttpRequest: a test sees each photo on its way and says when and how it is answered. */
export type Upload = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly file: File;
  progress(share: number): void;
  answer(data: unknown, code?: number, msg?: string): void;
  fail(): void;
  isAborted: boolean;
};

export function fakeUploads(): { readonly uploads: Upload[]; stop(): void } {
  const uploads: Upload[] = [];
  const real = globalThis.XMLHttpRequest;
  class FakeCall {
    upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
    status = 0;
    responseText = '';
    onload?: () => void;
    onerror?: () => void;
    onabort?: () => void;
    #url = '';
    readonly #headers: Record<string, string> = {};
    #upload: Upload | undefined;

    open(_method: string, url: string): void {
      this.#url = url;
    }
    setRequestHeader(name: string, value: string): void {
      this.#headers[name] = value;
    }
    send(form: FormData): void {
      this.#upload = {
        ...{ url: this.#url, headers: this.#headers, file: form.get('file') as File, isAborted: false },
        progress: (share) => this.upload.onprogress?.({ loaded: share * 1_000, total: 1_000 }),
        answer: (data, code = 1, msg = 'ok') => {
          this.status = 200;
          this.responseText = JSON.stringify({ code, msg, data, ts: 0, rid: '' });
          this.onload?.();
        },
        fail: () => this.onerror?.(),
      };
      uploads.push(this.#upload);
    }
    abort(): void {
      if (this.#upload) this.#upload.isAborted = true;
      this.onabort?.();
    }
  }
  globalThis.XMLHttpRequest = FakeCall as never;
  return {
    uploads,
    stop: () => {
      globalThis.XMLHttpRequest = real;
    },
  };
}

/** A picture as a camera or a program would save it. */
export async function pictureFile(
  width: number,
  height: number,
  { type = 'image/jpeg', clear = false, name = 'photo.jpg' }: { type?: string; clear?: boolean; name?: string } = {},
): Promise<File> {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const pen = canvas.getContext('2d');
  if (pen && !clear) {
    pen.fillStyle = '#336699';
    pen.fillRect(0, 0, width, height);
    pen.fillStyle = '#ff0000';
    pen.fillRect(0, 0, width / 2, height);
  }
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, 0.95));
  return new File([blob as Blob], name, { type });
}

/** The same JPEG as a phone that was held upright saves it: a mark says that it is to be turned by a quarter. */
export async function turnedFile(width: number, height: number): Promise<File> {
  const bytes = new Uint8Array(await (await pictureFile(width, height)).arrayBuffer());
  const exif = [0x45, 0x78, 0x69, 0x66, 0, 0, 0x4d, 0x4d, 0, 0x2a, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0];
  const head = [0xff, 0xd8, 0xff, 0xe1, 0, exif.length + 2, ...exif];
  return new File([new Uint8Array(head), bytes.slice(2)], 'turned.jpg', { type: 'image/jpeg' });
}
