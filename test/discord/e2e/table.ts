import { setTimeout as sleep } from 'node:timers/promises';
import type { APIEmbed } from 'discord.js';
import type { Reply } from '../../../src/app/replies/reply.ts';
import type { Stores } from '../../../src/campaign/stores.ts';
import { parseCustomId } from '../../../src/discord/custom-id.ts';
import { createMessage } from '../../../src/discord/discord-message.ts';
import { createMemoryStores } from '../../../src/wiring/memory-stores.ts';
import { optionsIn } from '../fake/command-rules.ts';
import type { FakeDiscord } from '../fake/discord.ts';
import type { Embed } from '../fake/message-rules.ts';
import type { Person } from '../fake/person.ts';
import type { Shown } from '../fake/shown.ts';
import type { Attached } from '../fake/slash-line.ts';
import { until } from '../fake/until.ts';
import { type Given, type RealBot, realBot, type Shards } from '../real-bot.ts';

/** The choice for an option: one of the offers, by value or label. `free` is typed as it is. */
export type Wish = string | RegExp | number | boolean | { readonly free: string };
export const free = (text: string): Wish => ({ free: text });

/** A GM, two players and a spectator in one channel of a local Discord. */
export interface Table {
  readonly on: RealBot;
  readonly discord: FakeDiscord;
  readonly place: { readonly id: string };
  readonly gwen: Person;
  readonly ann: Person;
  readonly bob: Person;
  readonly eve: Person;
  /** Types a command that must not be refused; every value for which something is suggested must have been suggested. */
  readonly typed: (
    who: Person,
    command: string,
    wishes?: Readonly<Record<string, Wish>>,
    files?: Readonly<Record<string, Attached>>,
  ) => Promise<Shown>;
  /** Gives a command that must be refused privately, and returns the sentence. */
  readonly refused: (who: Person, command: string, wishes?: Readonly<Record<string, Wish>>) => Promise<string>;
  /** The panel as everyone sees it, once it is up to date. */
  readonly panel: () => Promise<Shown>;
  /** The public messages that an action caused, without the panel. */
  readonly said: (doing: () => Promise<unknown>) => Promise<readonly Shown[]>;
  /** Presses a verb and picks from list after list until the order is given; each pick is the first label that fits. */
  readonly guided: (
    who: Person,
    verb: string,
    picks: readonly (string | RegExp)[],
    on?: Shown,
  ) => Promise<readonly Shown[]>;
  readonly close: () => Promise<void>;
}

const optionCalled = (discord: FakeDiscord, command: string, name: string) => {
  const [word, part] = command.slice(1).split(' ');
  const found = discord.commands().find((each) => each.name === word);
  if (found === undefined) return undefined;
  return (optionsIn(found, undefined) ?? optionsIn(found, part))?.find((option) => option.name === name);
};

const fits = (wish: string | RegExp, label: string): boolean =>
  wish instanceof RegExp ? wish.test(label) : label === wish || label.startsWith(`${wish} `);

/** What a user types before the suggestions appear: the beginning of a word or nothing. */
const begun = (wish: Wish): string => (typeof wish === 'string' ? wish.slice(0, 3).trim() : '');

const valueFor = async (
  discord: FakeDiscord,
  who: Person,
  { command, line, name }: { readonly command: string; readonly line: string; readonly name: string },
  wish: Wish,
): Promise<string> => {
  if (typeof wish === 'object' && 'free' in wish) return wish.free;
  if (!optionCalled(discord, command, name)?.autocomplete) return String(wish);
  const choices = await who.suggests(`${line} ${name}:${begun(wish)}`);
  const found = choices.find(({ name: label, value }) =>
    wish instanceof RegExp ? wish.test(label) : String(value) === String(wish) || fits(String(wish), label),
  );
  if (found !== undefined) return String(found.value);
  throw new Error(`${line} ${name}: ${wish} is not offered, only ${choices.map((each) => each.name).join(', ')}`);
};

/** The kind of channel of a battle. */
export type Ground = 'channel' | 'thread' | 'post';

const groundIn = (discord: FakeDiscord, ground: Ground): { readonly id: string } => {
  switch (ground) {
    case 'channel':
      return discord.channel;
    case 'thread':
      return discord.newThread('the bridge');
    case 'post':
      return discord.newPost('the bridge');
  }
};

const momentsIn = (ids: readonly string[]) => ids.map((id) => parseCustomId(id)?.press.moment);

/** True if a panel shows what it should, with current controls. */
const isAs = async ({ embeds, buttons, selects }: Shown, due: Reply): Promise<boolean> => {
  const { embeds: wanted, rows } = await createMessage({
    ...due,
    cards: due.cards.map((card) => ({ ...card, picture: undefined })),
  });
  const texts = (all: readonly (Embed | APIEmbed)[]) =>
    all.map(({ title, description, fields = [], footer }) =>
      [title, description, ...fields.flatMap(({ name, value }) => [name, value]), footer?.text].join('|'),
    );
  // A text without pictures: a timeline has no words.
  const said = (all: readonly (Embed | APIEmbed)[]) => texts(all).filter((each) => each !== '||');
  const ids = rows.flatMap(({ components }) => components.map((each) => ('custom_id' in each ? each.custom_id : '')));
  const shownIds = [...buttons, ...selects].map(({ custom_id }) => custom_id);
  return (
    JSON.stringify(said(embeds)) === JSON.stringify(said(wanted)) &&
    JSON.stringify(momentsIn(shownIds).toSorted()) === JSON.stringify(momentsIn(ids).toSorted())
  );
};

/** True for a private message of one sentence without controls. */
export const isRefusal = ({ private: own, embeds, selects }: Shown): boolean =>
  own && embeds.length === 1 && embeds[0]?.title === undefined && selects.length === 0;

const isPicker = ({ selects, private: own }: Shown): boolean =>
  own && selects.some(({ placeholder }) => placeholder !== 'Why?');

/** The version of the saved battle. */
export const versionNow = async ({ on, place }: Pick<Table, 'on' | 'place'>): Promise<number> =>
  (await on.stores.battles.byChannel(place.id))?.version ?? 0;

export const table = async (
  ground: Ground = 'channel',
  stores: Stores = createMemoryStores(),
  shards?: Shards,
  parts: Given = {},
): Promise<Table> => {
  const on = await realBot(stores, undefined, shards, parts);
  const { discord } = on;
  const place = groundIn(discord, ground);
  const person = (name: string, manages = false) => discord.user(name, { manages }).at(place);
  const [gwen, ann, bob, eve] = [person('Gwen', true), person('Ann'), person('Bob'), person('Eve')];
  const version = () => versionNow({ on, place });
  const shown = async (): Promise<Shown | undefined> => {
    const battle = await on.stores.battles.byChannel(place.id);
    const at = battle && (await on.stores.servers.panel(battle.id));
    return eve.sees(place).find(({ id }) => id === at?.message);
  };
  const panel = async (): Promise<Shown> => {
    for (let rest = 3000; rest > 0; rest -= 1) {
      const now = await shown();
      const due = await on.panelNow(place.id);
      if (now !== undefined && due !== undefined && (await isAs(now, due))) return now;
      await sleep(8);
    }
    throw new Error(`Waited in vain for the panel to show the battle as it is, not: ${(await shown())?.text}`);
  };
  const publicly = () => eve.sees(place).filter((each) => !each.private);
  const said: Table['said'] = async (doing) => {
    await on.settled();
    const before = await version();
    await shown();
    // A longer message of the turn counts as a new message too.
    const known = new Set(publicly().map(({ text }) => text));
    await doing();
    await discord.quiet();
    await shown();
    const fresh = () => publicly().filter(({ text, loading }) => !known.has(text) && !loading);
    if ((await version()) > before)
      await until(() => fresh().length > 0, 'word of what was done', 5000).catch(() => undefined);
    return fresh();
  };
  /** The message on which a user starts: the panel, or the GM's own panel for the GM's combatants. */
  const startOf = async (who: Person, verb: string): Promise<Shown> => {
    const open = await panel();
    const own = who === gwen && open.buttons.every(({ label }) => label !== verb);
    return own ? who.slash('/gm panel', place) : open;
  };
  const given: Table['typed'] = async (who, command, wishes = {}, files) => {
    let line = command;
    for (const [name, wish] of Object.entries(wishes))
      line = `${line} ${name}:${await valueFor(discord, who, { command, line, name }, wish)}`;
    return who.slash(line, place, files);
  };
  return {
    on,
    discord,
    place,
    gwen,
    ann,
    bob,
    eve,
    panel,
    said,
    typed: async (...command) => {
      const shown = await given(...command);
      if (isRefusal(shown)) throw new Error(`${command[1]} is refused: ${shown.text}`);
      return shown;
    },
    refused: async (...command) => {
      const shown = await given(...command);
      if (!isRefusal(shown)) throw new Error(`${command[1]} is not refused: ${shown.text}`);
      return shown.text;
    },
    guided: (who, verb, picks, from) =>
      said(async () => {
        const start = from ?? (await startOf(who, verb));
        const before = await version();
        let message = await who.press(verb, start);
        for (const pick of picks) {
          // A parameter with one possible choice was not asked for.
          if ((await version()) > before) return;
          if (message === undefined || !isPicker(message))
            throw new Error(`${who.name}: nothing to pick ${pick} from after ${verb}: ${message?.text}`);
          const labels = [
            ...message.selects.flatMap(({ options }) => options.map(({ label }) => label)),
            ...message.buttons.flatMap(({ label, disabled }) => (disabled ? [] : [label])),
          ];
          const label = labels.find((each) => fits(pick, each));
          if (label === undefined) throw new Error(`${who.name}: no ${pick} among ${labels.join(', ')}`);
          const isButton = message.buttons.some((each) => each.label === label);
          message = await (isButton ? who.press(label, message) : who.choose(label, message));
        }
        if (message !== undefined && isRefusal(message))
          throw new Error(`${who.name}: ${verb} is refused: ${message.text}`);
      }),
    close: () => on.close(),
  };
};
