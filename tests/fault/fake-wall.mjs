// Loaded into a server before its own code (`node --import`): its wall clock is the machine's plus the ms in the file FAKE_WALL_FILE, looked
// at every few ms. Everything that counts instead of asking for the time stays as it is.
import { readFileSync } from 'node:fs';

const LOOK_MS = 5;
const RealDate = Date;
let aheadMs = 0;

const look = () => {
  try {
    aheadMs = Number(readFileSync(process.env.FAKE_WALL_FILE, 'utf8')) || 0;
  } catch {
    // Half written: the next look reads it whole.
  }
};
look();
setInterval(look, LOOK_MS).unref();

globalThis.Date = class extends RealDate {
  constructor(...parts) {
    super(...(parts.length === 0 ? [RealDate.now() + aheadMs] : parts));
  }

  static now() {
    return RealDate.now() + aheadMs;
  }
};
