import { expect, test } from 'vitest';
import { refusalMessage } from '../../../src/app/command-kit/refusal-messages.ts';
import { logView } from '../../../src/battle/views/log-view.ts';
import { createMemoryStores } from '../../../src/wiring/memory-stores.ts';
import { someOf } from '../../budget.ts';
import { playOut } from './playing.ts';
import { type Table, table } from './table.ts';
import type { Cast } from './table-faults.ts';
import { isPublic, scripts } from './whole-battles.ts';

/** Maximum number of public messages for each order. In dSkull a turn has many orders. */
const mostAnOrder: Readonly<Record<string, number>> = { dskull: 0.6 };
/** Number of extra messages at the start and end of the battle. */
const besides = 3;

/** Zombies and a Tower Guard fight for long. */
const longEnough: Readonly<Record<string, RegExp>> = { skure: /Round 4/ };

/** New messages that ping a user without any buttons. */
const pingsWithoutVerbs = (requests: ReturnType<Table['discord']['requests']>): readonly string[] =>
  requests.flatMap((request) => {
    if (!isPublic(request)) return [];
    const { data, ...own } = Object(request.body);
    const { allowed_mentions: allowed, components = [], embeds = [] } = data ?? own;
    const calls = (allowed?.users ?? []).length > 0;
    return calls && components.length === 0 ? [JSON.stringify(embeds).slice(0, 300)] : [];
  });

const battles = Object.entries(scripts).map(([system, script]) => ({ system, script }));

test.each(someOf(battles, 1))(
  'one message a turn, $system: each line is posted once, each ping has verb buttons',
  async ({ system, script: { opens, verbs, picks, until, foes } }) => {
    const t = await table('channel', createMemoryStores(), undefined, {
      seed: () => system.padEnd(64, '0'),
    });
    const { gwen, eve, discord, place, on } = t;
    const cast: Cast = { gwen: ['The GM', 'the GM', ...foes], ann: ['Ann'], bob: ['Bob'] };
    await opens(t);
    if ((await on.stores.battles.byChannel(place.id))?.status !== 'active') await t.typed(gwen, '/battle start');
    await discord.quiet();
    const begun = (await on.stores.battles.byChannel(place.id))?.version ?? 0;
    const before = discord.requests().length;
    const stop = until ?? longEnough[system];
    const refused = await playOut(t, cast, { verbs, picks, most: 2000, ...(stop && { until: stop }) });
    // A refusal because no one is in reach is right: the combatant has to move first.
    const emptyChoice = refusalMessage([])({ code: 'nothing-to-choose', facts: { option: 'target' } });
    expect(refused.filter((each) => !each.includes(emptyChoice))).toEqual([]);
    await discord.quiet();

    const requests = discord.requests().slice(before);
    expect(pingsWithoutVerbs(requests)).toEqual([]);
    const orders = ((await on.stores.battles.byChannel(place.id))?.version ?? 0) - begun;
    expect(requests.filter(isPublic).length).toBeLessThanOrEqual(orders * (mostAnOrder[system] ?? 1) + besides);

    const battle = await on.services().battles.open(place.id);
    if (!battle.ok) throw new Error(battle.error.code);
    const log = await on.stores.battles.log(battle.value.saved);
    const told = eve.sees(place).flatMap(({ text, private: own }) => (own ? [] : text.split('\n')));
    const lines = logView(battle.value, log, undefined)
      .filter(({ entry }) => entry.n > begun)
      .flatMap((each) => each.lines.map(({ text }) => text));
    const times = (all: readonly string[], line: string) => all.filter((each) => each === line).length;
    expect(lines.length).toBeGreaterThan(5);
    // The battle's panel may contain text that resembles a log line.
    const { description = '', fields = [] } = (await t.panel()).embeds.at(-1) ?? {};
    const state = [description, ...fields.map(({ value }) => value)].flatMap((text) => text.split('\n'));
    const wrong = [...new Set(lines)].filter((line) => times(told, line) - times(state, line) !== times(lines, line));
    expect(wrong).toEqual([]);
    expect(on.takeErrors()).toEqual([]);
    await t.close();
  },
  120_000,
);
