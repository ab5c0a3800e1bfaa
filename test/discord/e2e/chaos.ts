import { setTimeout as sleep } from 'node:timers/promises';
import type { Stores } from '../../../src/campaign/stores.ts';
import { createMemoryStores } from '../../../src/wiring/memory-stores.ts';
import { picker } from '../../chance.ts';
import type { Fault } from '../fake/faults.ts';
import type { Person } from '../fake/person.ts';
import { isPanel, type Shown } from '../fake/shown.ts';
import { type Draw, type Kind, weather } from '../fake/traffic.ts';
import { type RealBot, realBot } from '../real-bot.ts';

/** All kinds of faults. */
const common: readonly Fault[] = [
  { kind: 'error', status: 500 },
  { kind: 'error', status: 502, unread: true },
  { kind: 'error', status: 503 },
  { kind: 'rate limit', seconds: 0.2 },
  { kind: 'rate limit', seconds: 0.1, global: true },
  { kind: 'rate limit', seconds: 0.1, unread: true },
  { kind: 'hang-up' },
  { kind: 'hang-up', unread: true },
  { kind: 'delay', milliseconds: 250 },
  { kind: 'delay', milliseconds: 250, back: true },
];
const late: Fault = { kind: 'delay', milliseconds: 3300 };
const lost: Fault = { kind: 'lost answer' };

/** Kinds of requests that have no nonce, so that a repeated request has a second effect. */
const undoubled: readonly Kind[] = ['follow-up', 'thread'];

/** Faults for a kind of request that must not cause a repeated message. */
export const faultsOf = (kind: Kind): readonly Fault[] => [
  ...common,
  ...(kind === 'first answer' ? [late] : []),
  ...(undoubled.includes(kind) ? [] : [lost]),
];

/** Only the GM may read this name. */
const hidden = 'Xanthippe';
/** A secret in the error message of a failing database. */
const address = 'postgresql://bot:hunter2@db.example/brotherhood';

/** Kinds that occur often. */
const frequent: readonly Kind[] = ['first answer', 'deferred answer', 'edit'];

const drawing =
  (seed: number): Draw =>
  (below, ...names) => {
    let mixed = seed;
    for (const letter of names.join(' ')) mixed = Math.imul(mixed ^ letter.charCodeAt(0), 0x01000193);
    return picker(mixed)(below);
  };

/** An order, with a word that only its own line contains. */
interface Given {
  readonly who: Person;
  readonly word: string;
  readonly secret: boolean;
}

export interface Storm {
  readonly on: RealBot;
  readonly given: readonly Given[];
  /** What is wrong with what users read after all faults are over. */
  readonly problems: () => Promise<readonly string[]>;
  /** Secrets in the log at its most detailed level: names, words, tokens, seeds, passwords. */
  readonly leaks: () => Promise<readonly string[]>;
}

const count = (all: readonly Shown[], word: string): number =>
  all.filter(({ text }) => new RegExp(`(?<!\\w)${word.replaceAll('+', '\\+')}(?!\\w)`).test(text)).length;

/** A battle of three users who give orders at the same time despite faults, in `rounds` rounds. */
export const storm = async (
  seed: number,
  { rounds, deferAfter }: { readonly rounds: number; readonly deferAfter: number },
): Promise<Storm> => {
  const kept = createMemoryStores();
  let broken = false;
  const people: Stores['people'] = {
    ...kept.people,
    findMany: async (users) => {
      if (!broken) return kept.people.findMany(users);
      throw new Error(`${address}: SELECT ${hidden}`, { cause: Object.assign(new Error(hidden), { detail: users }) });
    },
  };
  const stores: Stores = { ...kept, people };
  const on = await realBot(stores, { deferDelay: deferAfter, panelInterval: 40 });
  const { discord } = on;
  const place = discord.channel;
  const person = (name: string, manages = false) => discord.user(name, { manages }).at(place);
  const [gwen, ann, bob, eve] = [person('Gwen', true), person('Ann'), person('Bob'), person('Eve')];
  await gwen.slash('/battle create system:skure name:The bridge size:9x8');
  await ann.slash('/battle join preset:Longbowman name:Ann side:red');
  await bob.slash('/battle join preset:Tower Guard name:Bob side:blue');
  await bob.slash('/my settings call:turn by:direct');
  await gwen.slash(`/npc add preset:Zombie name:${hidden} hidden:until-revealed`);
  await gwen.slash('/battle deploy');
  await gwen.slash('/battle start');
  await discord.quiet();

  const draw = drawing(seed);
  const clear = discord.trouble(
    weather({ draw, of: faultsOf, perHundred: (kind) => (frequent.includes(kind) ? 20 : 60), spell: 5 }),
  );
  const given: Given[] = [];
  let words = 100;
  /** A user whose command gets no answer goes on. */
  const tried = async (doing: () => Promise<unknown>): Promise<void> => {
    await doing().catch(() => undefined);
  };
  const order = async (who: Person, secret: boolean): Promise<void> => {
    words += 1;
    const word = `1d6+${words}`;
    given.push({ who, word, secret });
    await tried(() => who.slash(`/roll dice:${word}${secret ? ' rolls:private' : ''}`));
  };
  const stream = async (who: Person, other: readonly (() => Promise<unknown>)[]): Promise<void> => {
    for (let round = 0; round < rounds; round += 1) {
      await order(who, draw(4, who.name, round) === 0);
      const doing = other[draw(other.length, who.name, round, 'other')];
      if (doing !== undefined) await tried(doing);
    }
  };
  const rule = async (): Promise<unknown> => {
    words += 1;
    const word = `Ruling ${words}`;
    given.push({ who: gwen, word, secret: false });
    return gwen.slash(`/gm ruling text:${word}`);
  };
  const end = (who: Person) => () => who.slash('/end');
  const look = (who: Person) => () => who.press('What can I do?');
  await Promise.all([
    stream(gwen, [
      rule,
      rule,
      () => gwen.slash('/gm skip'),
      () => gwen.slash('/gm panel'),
      () => gwen.slash('/battle status'),
    ]),
    stream(ann, [end(ann), end(ann), look(ann), () => ann.suggests('/attack target:'), () => ann.slash('/help')]),
    stream(bob, [
      end(bob),
      end(bob),
      look(bob),
      () => bob.suggests('/move to:'),
      () => bob.slash('/battle export format:battle'),
    ]),
  ]);
  clear();

  const panels = (): readonly Shown[] => eve.sees(place).filter(isPanel);
  /** The panel too: it is the message of the turn. */
  const publicly = (): readonly Shown[] => eve.sees(place).filter((each) => !each.private);
  /** The GM's own view lists private rolls. */
  const privately = (who: Person): readonly Shown[] =>
    who
      .sees(place)
      .filter(
        (each) => each.private && each.selects.every(({ placeholder }) => placeholder !== 'Reveal a hidden roll'),
      );

  const problems = async (): Promise<readonly string[]> => {
    const battle = await stores.battles.byChannel(place.id);
    const log = battle === undefined ? [] : await stores.battles.log(battle);
    const kept = new Set(given.filter(({ word }) => log.some((entry) => JSON.stringify(entry).includes(`${word}"`))));
    const shown = panels();
    const due = await on.panelNow(place.id);
    return [
      ...given.flatMap((order) => {
        const { who, word, secret } = order;
        const times = secret ? count(privately(who), word) : count(publicly(), word);
        const wanted = kept.has(order) ? 1 : 0;
        const elsewhere = secret ? count(publicly(), word) : 0;
        return [
          ...(times === wanted
            ? []
            : [`${who.name}'s ${word}${secret ? ', secret,' : ''} is told ${times} times, not ${wanted}`]),
          ...(elsewhere === 0 ? [] : [`${who.name}'s ${word} is told to everybody`]),
        ];
      }),
      ...(kept.size > 0 ? [] : ['Nothing was done at all.']),
      ...(shown.length === 1 ? [] : [`There are ${shown.length} panels.`]),
      ...(JSON.stringify(shown.at(-1)?.embeds.map(({ title = '' }) => title)) ===
      JSON.stringify(due?.cards.map(({ title }) => title))
        ? []
        : ['The panel shows something else than the battle.']),
      // A deferred refusal is not saved: if Discord no longer takes it, the placeholder stays.
      ...eve
        .sees(place)
        .flatMap(({ loading, interaction }) =>
          loading && log.some(({ orderId }) => orderId === interaction) ? [`Still announced: ${interaction}`] : [],
        ),
      ...bob.direct().flatMap(({ text }) => (text.includes('it is your turn') ? [] : [`Bob is written to: ${text}`])),
    ];
  };

  return {
    on,
    given,
    leaks: async () => {
      broken = true;
      await bob.slash('/my settings');
      broken = false;
      const battle = await stores.battles.byChannel(place.id);
      const secrets = [
        ...given.map(({ word }) => word),
        ...['token-of-', discord.token, 'hunter2', hidden, battle?.seed ?? ''],
      ];
      return secrets.flatMap((secret) => on.logged.filter((line) => line.includes(secret)).slice(0, 3));
    },
    problems: async () => {
      // A saved private message arrives with the next answer to its user.
      const well = async (): Promise<readonly string[]> => {
        for (const who of [gwen, ann, bob]) await who.slash('/battle status');
        await discord.quiet();
        return problems();
      };
      let left = await well();
      for (let rest = 20; rest > 0 && left.length > 0; rest -= 1) {
        await sleep(1000);
        left = await well();
      }
      return left;
    },
  };
};
