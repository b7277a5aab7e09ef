#!/usr/bin/env python3
"""Checks receipts of fills, written from docs/verifiable-fills.md alone; it needs nothing but Python 3."""
import base64, bisect, functools, hashlib, json, re, sys
from datetime import datetime, timedelta

FIELD, ORDER = 2**255 - 19, 2**252 + 27742317777372353535851937790883648493
CURVE_D, ROOT = -121665 * pow(121666, -1, FIELD) % FIELD, pow(2, (FIELD - 1) // 4, FIELD)


class No(Exception):
    """Something is wrong: the code of the reason."""


class CannotTell(Exception):
    """Something lacks: the code of the reason."""


def sha256(data): return hashlib.sha256(data).digest()


def must(held, reason):
    if not held: raise No(reason)


# Ed25519: RFC 8032, 5.1. Points are (X, Y, Z, T) with x = X/Z, y = Y/Z, xy = T/Z.
@functools.lru_cache(256)
def point(encoded):
    y, sign = int.from_bytes(encoded, "little") & (2**255 - 1), encoded[31] >> 7
    u, v = y * y - 1, CURVE_D * y * y + 1
    x = u * pow(v, 3, FIELD) * pow(u * pow(v, 7, FIELD), (FIELD - 5) // 8, FIELD) % FIELD
    if (v * x * x + u) % FIELD == 0: x = x * ROOT % FIELD
    if y >= FIELD or (v * x * x - u) % FIELD or (x == 0 and sign): return None
    if x & 1 != sign: x = FIELD - x
    return x, y, 1, x * y % FIELD


def add(p, q):
    a, b = (p[1] - p[0]) * (q[1] - q[0]), (p[1] + p[0]) * (q[1] + q[0])
    c, d = 2 * p[3] * q[3] * CURVE_D, 2 * p[2] * q[2]
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % FIELD, g * h % FIELD, f * g % FIELD, e * h % FIELD


@functools.lru_cache(64)
def multiples(p):
    """Of each 16**i * p with i < 64 the 0- to 15-fold: kept, since the same few keys sign everything."""
    rows = []
    for _ in range(64):
        rows.append([(0, 1, 1, 0)])
        for _ in range(15): rows[-1].append(add(rows[-1][-1], p))
        p = add(rows[-1][-1], p)
    return rows


def times(n, p):
    """n * p of an n below 2**256."""
    total = (0, 1, 1, 0)
    for row in multiples(p): total, n = add(total, row[n & 15]), n >> 4
    return total


def is_small(p):
    """Whether 8 * p is zero."""
    for _ in range(3): p = add(p, p)
    return p[0] % FIELD == 0 and (p[1] - p[2]) % FIELD == 0


BASE = point((4 * pow(5, -1, FIELD) % FIELD).to_bytes(32, "little"))


@functools.lru_cache(256)
def is_signed(signature, message, key):
    if len(signature) != 64: return False
    a, r, s = point(key), point(signature[:32]), int.from_bytes(signature[32:], "little")
    if a is None or r is None or s >= ORDER or is_small(a): return False
    k = int.from_bytes(hashlib.sha512(signature[:32] + key + message).digest(), "little") % ORDER
    minus_sum = add(r, times(k, a))
    minus_sum = (-minus_sum[0] % FIELD, minus_sum[1], minus_sum[2], -minus_sum[3] % FIELD)
    return is_small(add(times(s, BASE), minus_sum))


# Notes, keys, checkpoints: chapter 2.
BLANKS = "\\u0085\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000"
NAME = f"[^\\x00- +{BLANKS}]+"
WHOLE, MOST = r"(0|[1-9][0-9]{0,15})", 2**53 - 1


def from_base64(text, size=None):
    data = base64.b64decode(text, validate=True)
    if base64.b64encode(data).decode() != text or size not in (None, len(data)): raise ValueError("base64")
    return data


def read_key(text):
    name, key_id, typed = re.fullmatch(f"({NAME})\\+([0-9a-f]{{8}})\\+(.+)", text).groups()
    typed = from_base64(typed, 33)
    if typed[0] != 1 or sha256(f"{name}\n".encode() + typed)[:4].hex() != key_id: raise ValueError("key")
    return name, bytes.fromhex(key_id), typed[1:]


def read_note(note):
    """The signed text, and (name, id, signature) of each line below it."""
    if re.search("[\\x00-\\x09\\x0b-\\x1f\\ud800-\\udfff]", note) or note[-1:] != "\n" or len(note) > 300_000: raise ValueError("note")
    text, below = note[:note.rindex("\n\n") + 1], note[note.rindex("\n\n") + 2:-1].split("\n")
    if len(below) > 100: raise ValueError("note")
    lines = []
    for line in below:
        name, signature = re.fullmatch(f"\u2014 ({NAME}) ([^ ]+)", line).groups()
        signature = from_base64(signature)
        if len(signature) < 5: raise ValueError("note")
        lines.append((name, signature[:4], signature[4:]))
    return text, lines


def signed(note, key):
    """Whether a note is signed by a key: 'valid', 'invalid' or 'absent'."""
    text, lines = note
    own = [line[2] for line in lines if line[:2] == key[:2]]
    if not own: return "absent"
    return "valid" if all(is_signed(one, text.encode(), key[2]) for one in own) else "invalid"


def read_checkpoint(text):
    origin, size, root = re.fullmatch(f"([^\\n]+)\\n{WHOLE}\\n([^\\n]+)\\n", text).groups()
    if not 1 <= int(size) <= MOST: raise ValueError("size")
    return origin, int(size), from_base64(root, 32)


# The tree: RFC 6962, 2.1, and RFC 9162, 2.1.3.2 and 2.1.4.2: chapter 3.
def node(left, right): return sha256(b"\x01" + left + right)


def run_hash(entries):
    level = [sha256(b"\0" + entry.encode()) for entry in entries]
    while len(level) > 1: level = [node(level[at], level[at + 1]) for at in range(0, len(level), 2)]
    return level[0]


def is_included(level, index, value, size, root, proof):
    at, last = index, (size - 1) >> level
    if at > last or (index + 1) << level > size: return False
    for beside in proof:
        if last == 0: return False
        if at & 1 or at == last:
            value = node(beside, value)
            while not at & 1 and at: at, last = at >> 1, last >> 1
        else: value = node(value, beside)
        at, last = at >> 1, last >> 1
    return last == 0 and value == root


def is_consistent(old_size, old_root, size, root, proof):
    if old_size >= size: return old_size == size and old_root == root and not proof
    at, last = old_size - 1, size - 1
    while at & 1: at, last = at >> 1, last >> 1
    if at == 0: proof = [old_root, *proof]
    if not proof: return False
    old = new = proof[0]
    for beside in proof[1:]:
        if last == 0: return False
        if at & 1 or at == last:
            old, new = node(beside, old), node(beside, new)
            while not at & 1 and at: at, last = at >> 1, last >> 1
        else: new = node(new, beside)
        at, last = at >> 1, last >> 1
    return last == 0 and old == old_root and new == root


# Blocks: chapter 4.
ENTRY = f"outcry-block/v1\\nheight {WHOLE}\\nticks {WHOLE} {WHOLE}\\ntime {WHOLE}\\nbody (.{{44}})\\n(?:ranges (.{{44}})\\n)?"


def read_entry(text):
    found = re.fullmatch(ENTRY, text).groups()
    height, first, last, time = map(int, found[:4])
    if max(height, first, last, time) > MOST or not 1 <= first <= last or height < 1: raise ValueError("entry")
    if found[5] and height % 256: raise ValueError("ranges")
    return height, first, last, time, from_base64(found[4], 32), found[5] and from_base64(found[5], 32)


class Numbers:
    def __init__(self, data): self.data, self.at = data, 0

    def unsigned(self):
        value = 0
        for shift in range(0, 77, 7):
            byte, self.at = self.data[self.at], self.at + 1
            if shift and not byte: raise ValueError("number")
            value |= (byte & 127) << shift
            if byte < 128: return value
        raise ValueError("number")

    def signed(self):
        value = self.unsigned()
        return -(value + 1) // 2 if value & 1 else value // 2


def read_ticks(body, first, last):
    """(number, product, price, time, is confirm) of each tick."""
    numbers, ticks, prices, time = Numbers(body), [], {}, 0
    if numbers.unsigned() != last - first + 1 or last - first >= 1_000_000: raise ValueError("count")
    for seq in range(first, last + 1):
        head, price, passed = numbers.unsigned(), numbers.signed(), numbers.signed()
        product, confirm = divmod(head, 2)
        prices[product] = prices.get(product, 0) + price
        time += passed
        if max(head, abs(passed), abs(time)) > MOST: raise ValueError("number")
        if not confirm: numbers.unsigned()
        ticks.append((seq, product, prices[product], time, confirm == 1))
    if numbers.at != len(body): raise ValueError("body")
    return ticks


def read_summary(data):
    """{product: (lowest, highest)}"""
    numbers, ranges, before = Numbers(data), {}, -1
    while numbers.at < len(data):
        product, low, more, count = (numbers.unsigned() for _ in range(4))
        if count < 1 or product > 100_000 or product <= before: raise ValueError("summary")
        ranges[product], before = (low, low + more), product
    return ranges


# Deals: chapter 5. Decimals are whole numbers of 10^-8.
ONE, WORD = 10**8, r"[!-+.-9<>-~-]{1,200}"


def decimal(text):
    if not re.fullmatch(r"-?(0|[1-9][0-9]{0,10})(\.[0-9]{0,7}[1-9])?", text) or text == "-0": raise ValueError("decimal")
    whole, _, part = text.lstrip("-").partition(".")
    value = int(whole) * ONE + int(part.ljust(8, "0"))
    if value >= 2**63: raise ValueError("decimal")
    return -value if text[0] == "-" else value


def above_zero(text):
    if decimal(text) <= 0: raise ValueError("decimal")
    return decimal(text)


def not_below_zero(text):
    if decimal(text) < 0: raise ValueError("decimal")
    return decimal(text)


def whole(text):
    if not re.fullmatch(WHOLE, text) or int(text) > MOST: raise ValueError("number")
    return int(text)


def one_of(pattern):
    def read(text):
        if not re.fullmatch(pattern, text): raise ValueError("value")
        return text
    return read


def hours(text):
    calendar, *closed = text.split(",")
    closed = [tuple(map(whole, one.split("-"))) for one in closed]
    before = -1
    for first, after in closed:
        if first <= before or after <= first or len(closed) > 500: raise ValueError("hours")
        before = after
    return one_of(WORD)(calendar), closed


def count(text):
    if whole(text) == 0: raise ValueError("number")
    return int(text)


def silence(text):
    if not 1000 <= whole(text) <= 60_000 or text == "5000": raise ValueError("silence")
    return int(text)


POSITION = dict(order=whole, product=whole, side=one_of("buy|sell"), lots=above_zero, open=above_zero, contract=above_zero, quote_rate=above_zero,
                margin_mode=one_of("[01]"), **{"from": whole}, tick=whole, hours=hours, silence=silence)


def positions(text):
    parts = [one.split(":") for one in text.split(";")]
    if len(parts) > 200 or any(len(one) not in (11, 12) for one in parts): raise ValueError("positions")
    held = [{"silence": 5000} | {name: read(value) for (name, read), value in zip(POSITION.items(), one)} for one in parts]
    if any(one["order"] >= other["order"] for one, other in zip(held, held[1:])): raise ValueError("positions")
    return held


FIELDS = dict(origin=one_of("[!-*,-~]{1,200}"), realm=one_of("demo|real"), uid=one_of(WORD), deal=whole,
              kind=one_of("open|close|micro-open|micro-end"), order=whole, parent=whole, product=whole, side=one_of("buy|sell|up|down"),
              lots=above_zero, price=decimal, tick=whole, rule=one_of("[a-z-]+"), level=decimal, **{"from": whole}, known=whole, time=whole,
              profit=decimal, fee=decimal, margin=not_below_zero, contract=above_zero, quote_rate=above_zero, leverage=count,
              margin_mode=one_of("[01]"), hours=hours)
TERMS = dict(fee_type=one_of(WORD), loss_level=one_of(WORD), trigger=one_of("down|up|now"), positions=positions, silence=silence, good_till=whole,
             expiry=whole, open_tick=whole, stop_loss_from=whole, take_profit_from=whole, stops_from=whole, open=above_zero, stake=above_zero, ratio=not_below_zero)
EVERY, PRICED = "origin realm uid deal kind order product side time profit", " price tick"
CONTRACT = EVERY + PRICED + " lots fee margin contract quote_rate leverage margin_mode"
ASKED, JUDGED, MICRO = CONTRACT + " rule known hours", CONTRACT + " rule known hours level from", EVERY + " rule known"
OPENED, CLOSED, STAKED = "fee_type fee_rate", "open open_tick", "stake ratio expiry loss_level"
SHAPES = {
    "open market": (ASKED, OPENED), "open reverse": (ASKED, OPENED), "open pending": (JUDGED, OPENED + " trigger good_till"),
    "close close": (ASKED, CLOSED), "close reverse": (ASKED, CLOSED), "close reset": (ASKED, CLOSED),
    "close sl": (JUDGED, CLOSED + " stop_loss stop_loss_from take_profit take_profit_from"),
    "close stopout": (ASKED + " level", CLOSED + " balance held pending deficit positions"),
    "micro-open market": (MICRO + PRICED, STAKED), "micro-end micro": (MICRO + PRICED, STAKED + " " + CLOSED),
    "micro-end micro-void": (MICRO, STAKED + " " + CLOSED), "open -": (CONTRACT, ""), "micro-open -": (EVERY + PRICED, ""), "micro-end -": (EVERY, ""),
}
SHAPES |= {"close tp": SHAPES["close sl"], "close -": SHAPES["open -"], "micro-end reset": SHAPES["micro-end micro-void"]}


def read_deal(text):
    head, *lines, end = text.split("\n")
    if head != "outcry-deal/v1" or end or len(lines) != len(FIELDS) + 1 or len(text) > 262_144: raise ValueError("deal")
    deal = {}
    for (name, read), line in zip(FIELDS.items(), lines):
        if not line.startswith(name + " "): raise ValueError(name)
        deal[name] = None if line == name + " -" else read(line[len(name) + 1:])
    fields, terms = SHAPES[f"{deal['kind']} {deal['rule'] or '-'}"]
    if deal["side"] not in (("up", "down") if deal["kind"].startswith("micro") else ("buy", "sell")): raise ValueError("side")
    if deal["rule"] == "reset" and deal["realm"] != "demo": raise ValueError("realm")
    has = {name for name in deal if deal[name] is not None} - ({"parent"} if deal["kind"] == "close" else set())
    if has != set(fields.split()) and (deal["rule"], deal["kind"], has) != (None, "micro-end", set((EVERY + PRICED).split())): raise ValueError("shape")
    if not lines[-1].startswith("terms "): raise ValueError("terms")
    said = [one.split("=") for one in lines[-1][6:].split(" ")] if terms else []
    names = [one[0] for one in said]
    if terms and deal["rule"] != "stopout" and names[-1] == "silence": names.pop()
    if deal["rule"] in ("sl", "tp") and names[-1:] == ["stops_from"]: names.pop()
    if names != terms.split() or not terms and lines[-1] != "terms -": raise ValueError("terms")
    return deal | {"silence": 5000} | {name: TERMS.get(name, decimal)(value) for name, value in said}


# Open hours: chapter 10. For each calendar its zone and the minutes of each day, Sunday first.
ROUND, GLOBEX = "0-1440", ["1080-1440", *["0-1020 1080-1440"] * 4, "0-1020", ""]
TOKYO, HONG_KONG = "525-945 1020-1440", "555-720 780-990 1035-1440"
CALENDARS = {
    "around-the-clock": ("utc", [ROUND] * 7), "fx": ("new-york", ["1020-1440", *[ROUND] * 4, "0-1020", ""]),
    "metals": ("new-york", GLOBEX), "energy": ("new-york", GLOBEX), "us-indices": ("new-york", GLOBEX),
    "eu-indices": ("berlin", ["", *["480-1320"] * 5, ""]),
    "tokyo-index": ("tokyo", ["", TOKYO, *["0-360 " + TOKYO] * 4, "0-360"]),
    "hong-kong-index": ("hong-kong", ["", HONG_KONG, *["0-180 " + HONG_KONG] * 4, "0-180"]),
}


def sunday(year, month, day):
    """The first Sunday on or after a day."""
    first = datetime(year, month, day)
    return first + timedelta(days=6 - first.weekday())


def hours_from_utc(zone, at):
    if zone == "new-york": return -4 if sunday(at.year, 3, 8) + timedelta(hours=7) <= at < sunday(at.year, 11, 1) + timedelta(hours=6) else -5
    if zone == "berlin": return 2 if sunday(at.year, 3, 25) + timedelta(hours=1) <= at < sunday(at.year, 10, 25) + timedelta(hours=1) else 1
    return {"utc": 0, "tokyo": 9, "hong-kong": 8}[zone]


def is_open(hours, tick):
    """None by a calendar that is not in chapter 10."""
    calendar, closed = hours
    if any(first <= tick[0] < after for first, after in closed): return False
    if calendar == "recorded": return True
    if calendar not in CALENDARS: return None
    if not 0 <= tick[3] <= 250_000_000_000_000: return False
    zone, week = CALENDARS[calendar]
    at = datetime(1970, 1, 1) + timedelta(milliseconds=tick[3])
    local = at + timedelta(hours=hours_from_utc(zone, at))
    if zone != "utc" and (local.month, local.day) in ((1, 1), (12, 25)): return False
    minute = local.hour * 60 + local.minute
    spans = (span.split("-") for span in week[(local.weekday() + 1) % 7].split())
    return any(int(start) <= minute < int(end) for start, end in spans)


# Money: chapter 9.
def rounded(value, unit):
    """value / unit, half away from zero, in 10^-8."""
    quotient = (2 * abs(value) + unit) // (2 * unit)
    return -quotient if value < 0 else quotient


def fits(value):
    must(-2**63 <= value < 2**63, "money")
    return value


def money(value, factors, digits=6):
    """A product of so many decimals, rounded once to digits."""
    unit = 10**(8 - digits)
    return fits(rounded(value, ONE**(factors - 1) * unit) * unit)


def profit_of(side, lots, opened, price, contract, quote_rate):
    return money((price - opened if side == "buy" else opened - price) * lots * contract * quote_rate, 4)


def margin_of(deal):
    base = deal["lots"] * deal["contract"] * deal["quote_rate"]
    if deal["margin_mode"] == "1": return money(base, 3)
    return fits(rounded(base * deal["price"], deal["leverage"] * ONE**3 * 100) * 100)


# Rules: chapter 8. A tick is (number, product, price, time, is confirm); `ticks` are those of all bodies, by number.
class Segment:
    def __init__(self, blocks, ticks, summaries):
        """Blocks ascend; heights, last ticks and tiles of which there is anything are looked up, since a file may have many far apart."""
        self.blocks, self.ticks, self.summaries = blocks, ticks, summaries
        self.heights, self.ends = list(blocks), [one[2] for one in blocks.values()]
        self.tiles = sorted({(height - 1) // 256 for height in blocks} | set(summaries))

    def block_from(self, seq):
        """The first block of the file that ends with a tick or after it."""
        at = bisect.bisect_left(self.ends, seq)
        return self.blocks[self.heights[at]] if at < len(self.heights) else None

    def block_of(self, seq, must_be=False):
        block = self.block_from(seq)
        if block and block[1] > seq: block = None
        if must_be and not block: raise CannotTell("segment")
        return block

    def second_of(self, seq): return self.block_of(seq, True)[3]

    def all_in(self, first, last):
        if any(seq not in self.ticks for seq in range(first, last + 1)): raise CannotTell("segment")
        return [self.ticks[seq] for seq in range(first, last + 1)]

    def blocks_to(self, known, silence):
        """Number of the first tick of the newest blocks up to that of `known`, and all ticks from there to `known`."""
        first = self.blocks.get(max(1, self.block_of(known, True)[0] - (silence + 999) // 1000 - 1))
        if not first: raise CannotTell("segment")
        return first[1], self.all_in(first[1], known)

    def parts(self, first, last):
        """From the block of one tick to that of another, tile by tile: lists of the ticks of blocks that follow each other, whether they are all, and where not, of a whole tile between, its summary and the last tick that it may have."""
        begun = self.block_from(first) or self.block_of(last, True)
        end = self.block_of(last, True)[0]
        if begun[1] > first: yield [], False, None, None
        first_tile, last_tile = (begun[0] - 1) // 256, (end - 1) // 256
        due = first_tile
        for tile in self.tiles[bisect.bisect_left(self.tiles, first_tile):bisect.bisect_right(self.tiles, last_tile)]:
            if tile > due: yield [], False, None, None
            held, due = [[]], tile + 1
            for height in range(max(begun[0], tile * 256 + 1), min(end, tile * 256 + 256) + 1):
                block = self.blocks.get(height)
                if block and block[1] in self.ticks: held[-1] += self.all_in(*block[1:3])
                else: held.append([])
            is_between = len(held) > 1 and first_tile < tile < last_tile and tile in self.summaries
            behind = is_between and self.blocks[self.heights[bisect.bisect_right(self.heights, tile * 256 + 256)]][1]
            yield held, len(held) == 1, self.summaries[tile] if is_between else None, behind - 1

    def must_stay(self, product, tick, known):
        """A tick is still its product's newest at another: else a confirm could carry on a price of long ago."""
        must(tick <= known, "wrong-tick")
        lacks = False
        for held, is_all, summary, _ in self.parts(tick, known):
            must(product not in (summary or ()), "wrong-tick")
            must(not any(one[1] == product and not one[4] and tick < one[0] <= known for ticks in held for one in ticks), "wrong-tick")
            lacks = lacks or not is_all and summary is None
        if lacks: raise CannotTell("segment")


def last(ticks, product, only_ticks=False):
    return next((tick for tick in reversed(ticks) if tick[1] == product and not (only_ticks and tick[4])), None)


def newest_price(ticks, product):
    found = last(ticks, product, True) or last(ticks, product)
    return found and found[2]


def at_newest(deal, segment):
    first, ticks = segment.blocks_to(deal["known"], deal["silence"])
    most = deal["silence"] + 1000
    life, tick = last(ticks, deal["product"]), last(ticks, deal["product"], True)
    must(life and abs(deal["time"] - life[3]) <= most, "stale-price")
    must(segment.second_of(deal["known"]) - segment.second_of(life[0]) <= most, "stale-price")
    must(newest_price(ticks, deal["product"]) == deal["price"], "wrong-tick")
    must(tick[0] == deal["tick"] if tick else deal["tick"] < first, "wrong-tick")
    opened = not deal["hours"] or is_open(deal["hours"], (deal["known"], 0, 0, deal["time"]))
    must(opened is not False, "hours")
    if not tick: segment.must_stay(deal["product"], deal["tick"], deal["known"])
    if opened is None: raise CannotTell("hours-unknown")


def waited(deal, segment):
    """Of a pending order, a stop loss or a take profit: nothing after `from` met it before `known`, nor the other stop after its own."""
    buys, rule, product, known = deal["side"] == "buy", deal["rule"], deal["product"], deal["known"]
    if rule == "pending": stops = [("level", "from", deal["trigger"] == "down")]
    else: stops = [("stop_loss", "stop_loss_from", buys), ("take_profit", "take_profit_from", not buys)]
    own = int(rule == "tp")
    must((deal["level"], deal["from"]) == (deal[stops[own][0]], deal[stops[own][1]]) and (rule == "pending" or deal["level"] > 0), "level")
    longer = [deal[since] for stop, since, _ in stops if rule != "pending" and deal[stop] > 0 and deal[since] < deal["from"]]
    must("stops_from" not in deal or [deal["stops_from"]] == longer, "level")
    start = deal.get("stops_from", deal["from"])

    def met(price, seq):
        """Which stops a price meets that stood there at a tick."""
        is_met = lambda level, below: deal.get("trigger") == "now" or (price <= level if below else price >= level)
        stood = lambda stop, since: seq > deal[since] and (rule == "pending" or deal[stop] > 0)
        return [at for at, (stop, since, below) in enumerate(stops) if stood(stop, since) and is_met(deal[stop], below)]

    def is_news(life, before):
        """Whether the server looked at it: at every tick, at a confirm after a silence or as the first one in open hours."""
        if not life[4] or not before: return not life[4] or life[0] == known
        if segment.second_of(life[0]) - segment.second_of(before[0]) >= deal["silence"]: return True
        opened, was_open = is_open(deal["hours"], life), is_open(deal["hours"], before)
        if opened is False or was_open: return False
        return life[0] == known if None in (opened, was_open) else True

    lives, before, carried, lacks = [], None, (), None  # each with its price and whether it is news; what the price may be where a tile begins; what lacks first
    for held, is_all, summary, end in segment.parts(start + 1, known):
        begun = carried
        for ticks in held:
            if not is_all: before = None
            for life in ticks:
                if life[1] != product or not start < life[0] <= known: continue
                lives.append((life, lives[-1][1] if life[4] and before else life[2], is_news(life, before)))
                before, carried = life, lives[-1][1:2]
        if is_all: continue
        if summary is None: lacks = lacks or "segment"
        elif any(met(price, end) for price in [*summary.get(product, ()), *begun]): lacks = lacks or "bodies-gone"
        before, carried = None, () if summary is None else summary.get(product, begun)
    hits = []
    for life, price, is_looked_at in lives:
        opened = is_looked_at and is_open(deal["hours"], life)
        hits = met(price, life[0]) if opened or opened is None and life[0] == known else []
        if hits: break
    if lacks and not hits and known not in segment.ticks: raise CannotTell(lacks)
    must(hits[:1] == [own] and life[0] == known and price == deal["price"], "wrong-tick")
    tick = last([one[0] for one in lives if one[0][0] > deal["from"]], product, True)
    if lacks:
        try: segment.must_stay(product, deal["tick"], known)
        except CannotTell: pass
    else: must(tick[0] == deal["tick"] if tick else deal["tick"] <= deal["from"], "wrong-tick")
    must(life[3] == deal["time"], "wrong-tick")
    must(not deal.get("good_till") or life[3] < deal["good_till"] + 1000, "good-till")
    if lacks: raise CannotTell(lacks)
    if not tick: segment.must_stay(product, deal["tick"], known)
    if longer and "stops_from" not in deal and segment.second_of(known) >= 1_796_083_200_000: raise CannotTell("stops-unsaid")
    if is_open(deal["hours"], life) is None: raise CannotTell("hours-unknown")


def stopped_out(deal, segment):
    first, ticks = segment.blocks_to(deal["known"], max(held["silence"] for held in deal["positions"]))
    lives, newest = {one[1]: one for one in ticks}, {one[1]: one for one in ticks if not one[4]}
    gains, closable, lacks = 0, [], False
    for held in deal["positions"]:
        if held["from"] >= deal["known"]: continue
        life, tick = lives.get(held["product"]), newest.get(held["product"])
        if held["tick"] == 0:
            must(not life, "wrong-tick")
            continue
        must(held["tick"] == tick[0] if tick else held["tick"] < first, "wrong-tick")
        named = segment.ticks.get(held["tick"])
        if not named:
            lacks = True
            continue
        must(named[1] == held["product"] and not named[4] and named[2] == (tick or life or named)[2], "wrong-tick")
        gain = profit_of(held["side"], held["lots"], held["open"], named[2], held["contract"], held["quote_rate"])
        gains += gain
        is_fresh = life and segment.second_of(deal["known"]) - segment.second_of(life[0]) < held["silence"]
        opened = is_fresh and is_open(held["hours"], ticks[-1])
        if opened or opened is None and is_fresh: closable.append((gain, held["order"], opened, held))
    must(ticks[-1][3] == deal["time"], "wrong-tick")
    if lacks: raise CannotTell("segment")
    equity = deal["balance"] + deal["held"] + deal["pending"] - deal["deficit"] + gains
    must(deal["held"] > 0 and equity * 100 * ONE <= deal["held"] * deal["level"], "level")
    closable.sort(key=lambda one: one[:2])
    eligible = closable[:next((at + 1 for at, one in enumerate(closable) if one[2]), len(closable))]
    own = next((one[3] for one in eligible if one[1] == deal["order"]), None)
    must(own and all(own[name] == deal[name] for name in "product side lots open contract quote_rate tick".split()), "victim")
    if len(eligible) > 1 or not eligible[0][2]: raise CannotTell("hours-unknown")


def ended(deal, segment):
    must(deal["time"] == deal["expiry"], "micro-end")
    start = next((one for one in segment.blocks.values() if one[3] > deal["expiry"] - deal["silence"] - 1000), None)
    if not start or start[0] > 1 and start[0] - 1 not in segment.blocks: raise CannotTell("segment")
    end = segment.block_of(deal["known"] + 1, True)
    *ticks, after = segment.all_in(start[1], end[2])[:deal["known"] + 2 - start[1]] or [None]
    must(all(tick[3] <= deal["expiry"] for tick in ticks), "micro-end")
    must(end[3] > deal["expiry"] and (after and after[3] > deal["expiry"] or end[3] > deal["expiry"] + 5000), "micro-end")
    life = last(ticks, deal["product"])
    is_alive = life is not None and life[3] > deal["expiry"] - deal["silence"]
    if deal["rule"] == "micro-void": return must(not is_alive, "void")
    must(is_alive and newest_price(ticks, deal["product"]) == deal["price"], "wrong-tick")
    tick = last(ticks, deal["product"], True)
    if tick: must(tick[0] == deal["tick"], "wrong-tick")
    else: segment.must_stay(deal["product"], deal["tick"], deal["known"])


def money_is_right(deal):
    kind = deal["kind"]
    if kind == "open":
        margin = margin_of(deal)
        fee = money((deal["lots"] if deal["fee_type"] == "1" else margin) * deal["fee_rate"], 2)
        return (deal["margin"], deal["fee"], deal["profit"]) == (margin, fee, 0)
    if kind == "close":
        gain = profit_of(deal["side"], deal["lots"], deal["open"], deal["price"], deal["contract"], deal["quote_rate"])
        return (deal["profit"], deal["fee"]) == (gain, 0)
    if deal["rule"] != "micro": return deal["profit"] == 0
    income = money(deal["stake"] * deal["ratio"], 2, 2)
    is_won = deal["open"] <= deal["price"] if deal["side"] == "up" else deal["open"] >= deal["price"]
    return deal["profit"] == (income if is_won else -deal["stake"] if deal["loss_level"] == "0" else -income)


def kept(deal, segment):
    if not deal["rule"]: raise CannotTell("older-deal")
    checks = {"pending": waited, "sl": waited, "tp": waited, "stopout": stopped_out, "micro": ended, "micro-void": ended, "reset": None}
    check, lacks = checks.get(deal["rule"], at_newest), None
    must(deal.get("open_tick", 0) <= (deal["known"] if deal["tick"] is None else deal["tick"]), "wrong-tick")
    try: check and check(deal, segment)
    except CannotTell as told: lacks = told
    must(money_is_right(deal), "money")
    if lacks: raise lacks
    return "kept"


# The file: chapter 6.
class Refused(Exception):
    """The file cannot be read: the code of the reason."""


def checked(held, code="malformed"):
    if not held: raise Refused(code)


def number(digits):
    checked(re.fullmatch(WHOLE, digits) and int(digits) <= MOST, "not-json")
    return int(digits)


def pairs(all_pairs):
    checked(len(dict(all_pairs)) == len(all_pairs), "not-json")
    return dict(all_pairs)


def shallow(value, depth=0):
    """How many values are in one, itself too."""
    checked(depth <= 6 and not isinstance(value, bool), "not-json")
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, list) else []
    return 1 + sum(shallow(one, depth + 1) for one in inside)


def list_of(most, read):
    def read_list(value):
        checked(isinstance(value, list) and len(value) <= most)
        return [read(one) for one in value]
    return read_list


def object_of(**fields):
    def read_object(value):
        checked(isinstance(value, dict) and value.keys() == fields.keys())
        return {name: read(value[name]) for name, read in fields.items()}
    return read_object


def text(value):
    checked(isinstance(value, str))
    return value


def up_to(most):
    def read_number(value):
        checked(type(value) is int and value <= most)
        return value
    return read_number


def data(size=None): return lambda value: from_base64(text(value), size)


def read_file(octets):
    """The file with its hashes, bodies and keys as bytes."""
    checked(len(octets) <= 4_194_304, "too-large")
    try:
        file = json.loads(octets.decode(), parse_int=number, parse_float=number, parse_constant=number, object_pairs_hook=pairs)
        checked(shallow(file) <= 65_536, "not-json")
    except (ValueError, RecursionError): raise Refused("not-json")
    version, or_null, proof = file.get("receipt") if isinstance(file, dict) else None, lambda read: lambda value: None if value is None else read(value), list_of(63, data(32))
    checked(type(version) is int and version >= 1)
    checked(version == 1, "newer-version")
    try:
        bodies = file.get("bodies")
        checked(isinstance(bodies, dict) and len(bodies) <= 1024 and all(re.fullmatch(WHOLE, key) and 1 <= int(key) <= MOST for key in bodies))
        file = object_of(
            receipt=up_to(1), vkeys=list_of(2, lambda value: read_key(text(value))), keys=or_null(text), checkpoint=text, deal=text,
            runs=list_of(1024, object_of(level=up_to(8), index=up_to(MOST), entries=list_of(256, text), proof=proof)),
            bodies=lambda bodies: {int(height): data()(body) for height, body in bodies.items()},
            summaries=or_null(object_of(tile=up_to(MOST // 256 - 4096), bodies=list_of(4096, data()))),
            older=list_of(16, object_of(checkpoint=text, proof=proof)))(file)
    except (ValueError, AttributeError, KeyError, TypeError): raise Refused("malformed")
    checked(len(file["vkeys"]) == 2)
    for run in file["runs"]: checked(len(run["entries"]) == 1 << run["level"] and (run["index"] + 1) << run["level"] <= MOST)
    return file


# The four answers: chapter 7.
UNREADABLE = (ValueError, AttributeError, KeyError, TypeError, IndexError, OverflowError)


def read_or_no(reason, read, *values):
    try: return read(*values)
    except UNREADABLE: raise No(reason)


def read_checkpoint_note(text, key, pins, kind="checkpoint"):
    """Its size and root. Pins are keys with the largest size that each signs."""
    note = read_or_no(kind + "-malformed", read_note, text)
    must(signed(note, key) == "valid" and all(signed(note, pin) != "invalid" for pin in pins), kind + "-signature")
    origin, *head = read_or_no(kind + "-malformed", read_checkpoint, note[0])
    must(head[0] <= pins.get(key, head[0]), kind + "-signature")
    must(origin == key[0], "other-origin" if kind == "checkpoint" else "older-malformed")
    return head


def keys_said(file):
    """Whether the note of keys is by the log's key and names both keys; the note."""
    log, receipts = (f"{name}+{key_id.hex()}+{base64.b64encode(bytes([1]) + key).decode()}" for name, key_id, key in file["vkeys"])
    note = read_note(file["keys"])
    said = re.fullmatch(f"outcry-keys/v1\n([^\n]+)\nlog ([^\n]+)\nreceipts ([^\n]+)\nsince {WHOLE}\n", note[0])
    return bool(said) and said.groups()[:3] == (file["vkeys"][0][0], log, receipts) and signed(note, file["vkeys"][0]) == "valid", note


def is_pinned(file, pins):
    if not pins or file["vkeys"][0] in pins: return True
    try: is_said, note = keys_said(file)
    except UNREADABLE: return False
    pin = next(iter(pins))
    return is_said and pin[0] == file["vkeys"][0][0] and signed(note, pin) == "valid"


def promised(file, pins):
    log, receipts = file["vkeys"]
    must(is_pinned(file, pins), "key-changed")
    must(file["keys"] is None or read_or_no("keys-signature", keys_said, file)[0], "keys-signature")
    note = read_or_no("deal-malformed", read_note, file["deal"])
    must(signed(note, receipts) == "valid", "deal-signature")
    deal = read_or_no("deal-malformed", read_deal, note[0])
    must(deal["origin"] == log[0] and receipts[0] == log[0] + "/receipts", "other-origin")
    return deal


def read_body(body, first, last):
    ticks = read_ticks(body, first, last)
    if any(price < 1 for _, _, price, _, _ in ticks): raise ValueError("price")
    return ticks


def proved(file, size, root):
    """The segment of the tape that the file carries, all of it in the tree."""
    blocks, ticks, summaries, before = {}, {}, {}, None
    for run in file["runs"]:
        height = run["index"] << run["level"]
        must(not before or height >= before[0], "run-malformed")
        for height, text in enumerate(run["entries"], height + 1):
            block = read_or_no("entry-malformed", read_entry, text)
            must(block[0] == height, "entry-malformed")
            apart = before and (height - before[0], block[1] - before[2])
            must(not before or block[3] >= before[3] and (apart[1] == 1 if apart[0] == 1 else apart[1] >= apart[0]), "gap")
            before = blocks[height] = block
        must(is_included(run["level"], run["index"], run_hash(run["entries"]), size, root, run["proof"]), "root")
    for height, body in file["bodies"].items():
        must(height in blocks and sha256(body) == blocks[height][4], "body-hash")
        for tick in read_or_no("body-malformed", read_body, body, *blocks[height][1:3]): ticks[tick[0]] = tick
    if file["summaries"] and file["summaries"]["bodies"]:
        tile, bodies = file["summaries"]["tile"], file["summaries"]["bodies"]
        start, end = blocks.get(tile * 256), blocks.get((tile + len(bodies)) * 256)
        must(end and end[5] and (start or tile == 0), "summary-malformed")
        ranges = start and start[5] or bytes(32)
        for at, body in enumerate(bodies, tile):
            summaries[at] = read_or_no("summary-malformed", read_summary, body)
            ranges = sha256(ranges + sha256(body))
        must(ranges == end[5], "summary-hash")
    return Segment(blocks, ticks, summaries)


def price_of(deal, segment):
    if not deal: raise CannotTell("unproved")
    if deal["tick"] is None: return "no-price"
    block = segment.block_of(deal["tick"])
    if not block: raise CannotTell("tick-missing")
    if deal["tick"] not in segment.ticks: raise CannotTell("body-missing")
    _, product, price, _, confirm = segment.ticks[deal["tick"]]
    must(not confirm and (product, price) == (deal["product"], deal["price"]), "price")
    return "logged"


def read_older(text, log, pins):
    """The size and root of a checkpoint by the log's key or any pin; None of one that has a line of none of them."""
    reasons, keys = [], pins if log in pins else {log: 2**53, **pins}
    note = read_or_no("older-malformed", read_note, text)
    if all(signed(note, key) == "absent" for key in keys): return None
    for key in keys:
        try: return read_checkpoint_note(text, key, keys, "older")
        except No as no: reasons += no.args
    raise No("older-malformed" if "older-malformed" in reasons else "older-signature")


def remembered(file, pins, head):
    must(is_pinned(file, pins), "key-changed")
    if not head: raise CannotTell("unproved")
    read = [(read_older(one["checkpoint"], file["vkeys"][0], pins), one["proof"]) for one in file["older"]]
    seen = [(*older, proof) for older, proof in read if older]
    roots = {}
    for size, root, *_ in [head, *seen]: must(roots.setdefault(size, root) == root, "two-roots")
    for size, root, proof in seen:
        must(is_consistent(size, root, *head, proof) if size <= head[0] else is_consistent(*head, size, root, proof), "consistency")
    if not pins: raise CannotTell("first-use")
    if len(seen) < len(read): raise CannotTell("older-key")
    if not seen: raise CannotTell("no-own-checkpoint")
    return "extends"


def answer(read, *values):
    """[answer, reason], and what was read where the answer is yes."""
    try: value = read(*values)
    except No as no: return ["no", *no.args], None
    except CannotTell as lacks: return ["unknown", *lacks.args], None
    return ["yes", value], value


def verified(octets, pins):
    """The answers of a file, and the deal that its log has signed: None unless Promise is a yes."""
    try: file = read_file(octets)
    except Refused as refused: return {"refused": refused.args[0]}, None
    promise, deal = answer(promised, file, pins)
    if deal: promise = ["unknown", "keys-missing"] if file["keys"] is None else ["yes", "signed"]
    price, head = answer(read_checkpoint_note, file["checkpoint"], file["vkeys"][0], pins)
    if not is_pinned(file, pins): price, head = ["no", "key-changed"], None
    segment = None
    if head:
        price, segment = answer(proved, file, *head)
        if segment: price, _ = answer(price_of, deal, segment)
    rule = ["unknown", "unproved"]
    if deal and segment and price[0] != "no": rule, _ = answer(kept, deal, segment)
    history, _ = answer(remembered, file, pins, head)
    said = {"promise": promise, "price": price, "rule": rule, "history": history}
    return said, deal | {"by": file["vkeys"][0]} if head and promise[0] == "yes" else None


def verify(octets, pins={}): return verified(octets, pins)[0]


# Deals that contradict each other: chapter 9.
def position_of(deal): return deal["order"] if deal["parent"] is None else deal["parent"]


def contradict(one, other):
    """Whether two signed deals cannot both be true."""
    if one["by"] != other["by"] or one["kind"].startswith("micro") != other["kind"].startswith("micro"): return False
    if one["deal"] == other["deal"]: return one != other
    opens = [deal["kind"].endswith("open") for deal in (one, other)]
    if one["order"] == other["order"] and (opens[0] == opens[1] or one["parent"] != other["parent"]): return True
    if position_of(one) != position_of(other): return False

    def said(name): return [deal[name] for deal in (one, other) if deal.get(name) is not None]
    shared = "realm uid product side contract quote_rate leverage margin_mode stake ratio expiry loss_level open open_tick"
    if any(len(set(said(name))) == 2 for name in shared.split()): return True
    if opens[0] == opens[1]: return False
    opening, end = (one, other) if opens[0] else (other, one)
    pairs = [(opening["price"], end.get("open")), (opening["tick"], end.get("open_tick"))]
    if any(end_has is not None and has != end_has for has, end_has in pairs): return True
    pairs = [(opening["lots"], end["lots"]), (opening["margin"], end["margin"]), (end["known"], opening["tick"])]
    return any(None not in pair and pair[0] < pair[1] for pair in pairs)


def over_parted(deals):
    """Of each position whose ends have more lots or margin together than its opening: that and those, unless two of them contradict each other."""
    known, found = [], []
    for deal in deals:
        if not deal["kind"].startswith("micro") and all((deal["by"], deal["deal"]) != (one["by"], one["deal"]) for one in known): known.append(deal)
    for opening in known:
        if opening["kind"] != "open": continue
        ends = [deal for deal in known if deal["kind"] == "close" and deal["by"] == opening["by"] and position_of(deal) == opening["order"]]
        group = [opening, *ends]
        is_over = any(sum(end[name] for end in ends) > opening[name] for name in ("lots", "margin"))
        if is_over and not any(contradict(one, other) for one in group for other in group): found.append(group)
    return found


def main(arguments):
    """Its exit code: 0, 1 when anything is a no or deals cannot be true together, 2 when a file cannot be read."""
    pins, deals, is_no, is_unread = {}, [], False, False
    while arguments[:1] == ["--pin"]:
        key, arguments = read_key(arguments[1]), arguments[2:]
        pins[key] = 2**53
        if arguments[:1] == ["--up-to"]: pins[key], arguments = int(arguments[1]), arguments[2:]
    for name in arguments:
        try:
            with open(name, "rb") as file: said, deal = verified(file.read(), pins)
        except OSError as error: said, deal = {"refused": "not-json", "problem": str(error)}, None
        is_unread = is_unread or "refused" in said
        is_no = is_no or any(one[0] == "no" for one in said.values())
        print(json.dumps({"file": name, **said}), flush=True)
        for other_name, other in deals if deal else []:
            if not contradict(other, deal): continue
            is_no = True
            print(json.dumps({"files": [other_name, name], "contradict": [other["deal"], deal["deal"]]}), flush=True)
        if deal: deals.append((name, deal))
    for group in over_parted([deal for _, deal in deals]):
        is_no = True
        names = [next(name for name, deal in deals if deal is one) for one in group]
        print(json.dumps({"files": names, "exceed": [one["deal"] for one in group]}), flush=True)
    return 1 if is_no else 2 if is_unread else 0


if __name__ == "__main__":
    try: sys.exit(main(sys.argv[1:]))
    except (*UNREADABLE, RecursionError) as error:
        print(repr(error), file=sys.stderr)
        sys.exit(2)
