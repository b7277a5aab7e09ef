/** One engine with everything around it: server, network, page. The same seed and the same steps give the same world. */

import type { EngineApi, GlanceRow } from '#protocol/engine-api.ts';
import * as account from '#worker/account/account.ts';
import * as ticket from '#worker/account/ticket.ts';
import * as openChart from '#worker/candles/open-chart.ts';
import { createEngine } from '#worker/engine.ts';
import { FakeBackend } from './fake-backend.ts';
import { FakeExchange, UID } from './fake-exchange.ts';
import { type ClientSaid, type Speaks, TOKEN } from './fake-member.ts';
import { FaultyNetwork } from './faulty-network.ts';
import { PageModel } from './page-model.ts';
import { Seeded } from './seeded.ts';
import { VirtualClock } from './virtual-clock.ts';

export const EXT_PROFILES = 'trade.v2.json,trade.v2.msgpack';
export const JSON_PROFILES = 'trade.v2.json';
/** A back end that says it has profiles, but none that we know: base, with repeated quotations. */
export const BASE_PROFILES = 'trade.v1.json';

/** Receipts are kept in the browser's database, which is in no simulation: their code is on its way for ever. */
class WithoutReceipts extends account.Account {
  constructor(parts: ConstructorParameters<typeof account.Account>[0]) {
    super(parts, () => new Promise(() => undefined));
  }
}

export class World {
  readonly clock = new VirtualClock();
  readonly random: Seeded;
  readonly exchange: FakeExchange;
  readonly network: FaultyNetwork;
  readonly backend: FakeBackend;
  readonly page: PageModel;
  readonly engine: EngineApi;
  readonly warnings: string[] = [];
  /** Prices told to a page that takes no frames yet. */
  readonly glances: (readonly GlanceRow[])[] = [];
  readonly speaks: Speaks;
  /** How a late part of the engine's code comes: at once, unless a test delays or fails it. */
  codeArrives: (part: 'chart' | 'account' | 'ticket') => Promise<void> = async () => undefined;

  constructor(seed: number, speaks: Speaks) {
    this.speaks = speaks;
    this.random = new Seeded(seed);
    this.exchange = new FakeExchange(this.clock, new Seeded(seed + 1));
    this.network = new FaultyNetwork(this.clock, new Seeded(seed + 2));
    this.backend = new FakeBackend(this.exchange, this.network, speaks);
    this.page = new PageModel(this.network.clientClock);
    const spread = new Seeded(seed + 3);
    this.engine = createEngine(
      {
        clock: this.network.clientClock,
        random: spread.next,
        openSocket: this.backend.openSocket,
        fetch: this.backend.fetch,
        warn: (text) => this.warnings.push(text),
        glance: (rows) => this.glances.push(rows),
      },
      {
        chart: () => this.codeArrives('chart').then(() => openChart),
        account: () => this.codeArrives('account').then(() => ({ Account: WithoutReceipts })),
        ticket: () => this.codeArrives('ticket').then(() => ticket),
      },
    );
  }

  async start(profiles = this.speaks === 'ext' ? EXT_PROFILES : BASE_PROFILES): Promise<void> {
    this.engine.start({ origin: 'https://shop.example', socketUrl: 'wss://shop.example/api/v2/ws', lang: 'en', profiles });
    this.engine.show(this.page.sink);
    this.engine.setSite({ profiles, tradeFeeType: '1', stopOutLevel: '50' });
  }

  login(): void {
    this.engine.setSession({ token: TOKEN, uid: UID, realm: 'demo' });
  }

  /** Sockets that the client holds. */
  get sockets(): number {
    return this.network.connections.filter((connection) => !connection.isDone).length;
  }

  /** Messages of a type that reached the server. */
  got = (type: string): ClientSaid[] => this.backend.received.filter((message) => message.type === type);
}
