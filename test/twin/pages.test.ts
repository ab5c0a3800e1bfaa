import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { rulesets } from '../../src/systems/index.ts';
import { createLiveUpdates } from '../../src/web/live.ts';
import { createPageLinks } from '../../src/web/page-links.ts';
import { createPages, type Page } from '../../src/web/pages.ts';
import { createTablePages } from '../../src/web/table-pages.ts';
import { any } from '../app/random-play.ts';
import { notHollow, seeds, unhurried } from '../budget.ts';
import { type Pick, picker } from '../chance.ts';
import { nextOrder } from './acts.ts';
import { playTwice } from './play.ts';
import { type Delivery, type World, world } from './world.ts';

const orders = 10;
interface PageWorld extends World {
  /** Presses spots that the page of one person marks. */
  readonly point: (user: string, pick: Pick) => Promise<void>;
  /** Does something with the hidden combatant on the GM's page, which others must not notice. */
  readonly handle: (hidden: string, pick: Pick) => Promise<void>;
}

/** A field of each rulebook that the GM corrects, with small values. */
const fields: Readonly<Record<string, string>> = {
  ...{ skure: 'attack', dskull: 'charges', 'sword-world': 'mp', straalara: 'lost', segment: 'energy' },
};

const onError = (error: unknown): never => {
  throw error;
};

/** A world in which everyone has the battle open in a browser. An event is a message, and so are the new contents. */
const pageWorld = async (now: () => number): Promise<PageWorld> => {
  const base = await world(now);
  const { house } = base;
  if (house === undefined) throw new Error('This world has no pages.');
  const pages = createPages();
  const tables = createTablePages({ ...house, isPractice: false, links: createPageLinks('key'), onError });
  const live = createLiveUpdates(pages, tables, { isOpen: async () => true }, house.watchBattles, onError);
  let deliveries: Delivery[] = [];
  const browsers = new Map<string, Page>();
  /** Users whose pages heard an event and have not loaded the new contents. */
  const heard = new Set<string>();
  const contentsOf = async (page: Page): Promise<string> =>
    ((await tables.render(page))?.text ?? '').replaceAll(page.battle, 'battle').replaceAll(/[0-9a-f]{16}…/g, 'seal');
  const open = async (user: string, battle: string): Promise<void> => {
    const seat = { user, link: { battle, user, name: user, number: 1 } };
    const page = pages.open(battle, user, seat);
    browsers.set(user, page);
    deliveries.push({ to: user, payload: await contentsOf(page) });
    page.notify = () => {
      heard.add(user);
      deliveries.push({ to: user, payload: 'event' });
    };
  };
  /** Waits for events, and loads the contents of each page that heard one. */
  const update = async (): Promise<void> => {
    const found = await house.services.battles.open('table');
    if (!found.ok) return;
    for (const user of ['ada', 'bob', 'eve']) if (!browsers.has(user)) await open(user, found.value.saved.id);
    while (live.isBusy()) await sleep(1);
    for (const [user, page] of browsers)
      if (heard.delete(user)) deliveries.push({ to: user, payload: await contentsOf(page) });
  };
  let gm: Page | undefined;
  const pageOfGm = (battle: string): Page => {
    gm ??= pages.open(battle, 'gm', { user: 'gm', link: { battle, user: 'gm', name: 'gm', number: 1 } });
    gm.notify = () => undefined;
    return gm;
  };
  return {
    ...base,
    run: async (...given) => {
      const done = await base.run(...given);
      await update();
      return done;
    },
    ring: async () => {
      await base.ring();
      await update();
    },
    said: () => {
      const all = [...base.said(), ...deliveries];
      deliveries = [];
      return all;
    },
    close: async () => {
      live.stop();
      await base.close();
    },
    point: async (user, pick) => {
      const page = browsers.get(user);
      if (page === undefined) return;
      const spots = [...(await contentsOf(page)).matchAll(/data-spot="([^"]+)"/g)].map(([, spot = '']) => spot);
      await tables.act(page, { once: 'once', spot: any(spots, pick) ?? '@Grim' });
      deliveries.push({ to: user, payload: await contentsOf(page) });
      await tables.act(page, { once: 'once' });
      await contentsOf(page);
    },
    handle: async (hidden, pick) => {
      const { saved, ruleset } = await base.battle();
      const page = pageOfGm(saved.id);
      expect(await contentsOf(page)).toContain(hidden);
      const press = (path: string, input: Readonly<Record<string, string>>) =>
        tables.act(page, { once: randomUUID(), press: { path: path.split(' '), input } });
      await tables.act(page, { once: randomUUID(), spot: `@${hidden}` });
      expect(page.sheet?.cards[0]?.title).toContain(hidden);
      const [modifier] = Object.keys(ruleset.modifiers);
      const orders: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
        ['gm set', {}],
        ['gm set', { field: fields[saved.system] ?? '', value: `${pick(3)}` }],
        ['gm effect', { name: 'Marked', modifiers: `${modifier}=1` }],
        ['gm plan', { order: 'nothing' }],
      ];
      const [path, input] = any(orders, pick) ?? ['gm set', {}];
      await press(path, { who: hidden, ...input });
      await contentsOf(page);
      await update();
    },
  };
};

test.each(rulesets.map(({ id }) => id))(
  '%s in a browser: a hidden combatant changes no byte and causes no event until the rules reveal an effect of it',
  { timeout: unhurried },
  async (system) => {
    let [battles, compared] = [0, 0];
    for (const seed of seeds(2)) {
      const worlds: PageWorld[] = [];
      const played = await playTwice(system, seed, orders, {
        opened: async (now) => {
          const made = await pageWorld(now);
          worlds.push(made);
          return made;
        },
        ordered: async (t, pick) => {
          const user = any(t.readers, pick) ?? 'eve';
          const seed = pick(1_000_000);
          for (const each of worlds) await each.point(user, picker(seed));
          if (pick(2) === 0) await worlds[1]?.handle(t.hidden, pick);
          // Others read that the GM rolled, and nothing of the roll.
          if (pick(4) === 0)
            for (const [at, { run }] of worlds.entries())
              await run('gm', 'roll', { dice: `1d20+${at}`, rolls: 'blind' }, `roll ${seed}`);
          return nextOrder(t, pick);
        },
      });
      expect(played.difference, played.difference).toBeUndefined();
      battles++;
      compared += played.compared;
    }
    // The worlds may differ at once.
    expect(compared).toBeGreaterThan(notHollow((battles - 1) * 15));
  },
);
