/** Takes frames of quotations and either counts them only, which is what a socket costs by itself, or parses each and keeps the last. */
import { TOPIC } from '../../../src/protocol/socket.ts';

/** `parses`: how often each frame is parsed. */
export type FloorAsk = { readonly url: string; readonly parses: number };
/** Of a worker that parses, `ticks` are those of the parsed frames; a subscription's answer counts as nothing. */
export type FloorCounts = { readonly frames: number; readonly characters: number; readonly ticks: number };

let socket: WebSocket | undefined;
let frames = 0;
let characters = 0;
let ticks = 0;
/** What was parsed goes here, so that no compiler can leave it out. */
let parsed: unknown;

const tell = (): void => self.postMessage({ frames, characters, ticks: parsed === undefined ? 0 : ticks } satisfies FloorCounts);

function open({ url, parses }: FloorAsk): void {
  const opened = new WebSocket(url);
  socket = opened;
  opened.onopen = () => opened.send(JSON.stringify({ type: 'sub', topic: TOPIC.quotes }));
  // The first frame answers the subscription.
  opened.onmessage = () => {
    opened.onmessage = ({ data }: MessageEvent<string>) => take(data, parses);
    tell();
  };
}

function take(data: string, parses: number): void {
  frames++;
  characters += data.length;
  for (let parse = 0; parse < parses; parse++) parsed = JSON.parse(data);
  if (parses > 0) ticks += Array.isArray(parsed) ? parsed.length : 1;
}

self.addEventListener('message', ({ data }: MessageEvent<FloorAsk | undefined>) => {
  if (data && !socket) open(data);
  else tell();
});
