import { readdirSync, readFileSync } from 'node:fs';
import { expectedActionsForViewer } from '../../src/battle/views/expected-actions.ts';
import { picker } from '../chance.ts';
import { begun, gathered, rung } from './played-battles.ts';
import { sensible } from './random-orders.ts';
import { guild, type PlayTable, people, type Stage } from './stage.ts';

const all = async (table: PlayTable, lines: readonly string[]): Promise<void> => {
  for (const line of lines) await table.typed(line);
};

const played = async (house: Stage, table: PlayTable, seed: number, orders: number): Promise<void> => {
  const pick = picker(seed);
  for (let n = 0; n < orders; n++) if (!(await sensible(house, table, pick))) return;
};

const systems = ['skure', 'dskull', 'sword-world', 'straalara', 'segment'] as const;
const presets = ['swordsman', 'greyford-watch', 'wolf', 'ysolde', 'Hedda Stane'] as const;

const hour = 3_600_000;

/** What a server and its people chose, and their characters of all rulebooks. */
export const playedPeople = async (house: Stage): Promise<void> => {
  const table = house.table('220000000000000001');
  await all(table, [
    '/settings rolls:public',
    '/settings system:skure rules:damage.rounding=down, order.tieBreak=join',
    '/settings system:segment rules:contingency=ask',
    'as ada: /my settings zone:Europe/Berlin quiet:22:00-07:00 off:Sat, Sun, 2026-12-24..2026-12-27',
    'as ada: /my settings call:all by:direct',
    'as bob: /my settings zone:America/New_York call:reminder by:off',
    'as cid: /my settings quiet:none call:turn by:channel',
    'as cid: /deputy name user:300000000000000005 until:2w name:Dot',
    'as dot: /my away until:5d',
  ]);
  for (const [at, system] of systems.entries()) {
    await table.typed(`as ada: /character create system:${system} name:Áine of ${system} preset:${presets[at]}`);
    await table.typed(`as eve: /character create system:${system} name:Evil twin ${at} preset:${presets[at]}`);
  }
  await table.typed('as ada: /character edit name:Áine of skure changes:hp=33');
};

/** Every table event that the other battles have no reason for. */
export const playedTable = async (house: Stage): Promise<void> => {
  const table = house.table('220000000000000002');
  await all(table, [
    '/battle create system:skure name:The long table size:8x8',
    '/battle settings key:damage.rounding value:up',
    'as ada: /battle join preset:swordsman name:Ann side:red',
    'as bob: /battle join preset:swordsman name:Grim side:blue',
    'as cid: /battle join preset:longbowman name:Cy side:red',
    'as dot: /battle watch',
    '/npc add preset:zombie name:Shade side:blue hidden:until-revealed',
    '/npc add preset:zombie count:2 name:Rat side:blue',
    '/battle place Ann to:C4 facing:E',
    '/battle place Grim to:D4 facing:W',
    '/battle place Cy to:A1 facing:S',
    '/battle place Shade to:C6 facing:N',
    '/battle place Rat 1 to:H8 facing:N',
    '/battle place Rat 2 to:H7 facing:N',
    '/gm set field:agility who:Ann value:99 reason:she is first',
    '/gm set field:hp who:Ann, Grim value:900 reason:long breath',
    '/battle start',
    'as ada: /move C6',
    'as ada: /say text:“Who is there?” she asks.',
    '/gm consent allow:yes',
    'as ada: /attack Grim',
    'as ada: /undo',
    'as bob: /undo agree:yes',
    'as ada: /attack Grim rolls:private',
    'as ada: /reveal',
    '/gm rename name:The "long" table’s \\ end 🗡️',
    '/gm ruling text:Nobody breaks\\nthe lamp.',
    '/gm deny who:Cy what:No dive over the table.',
    `/gm control who:Rat 1, Rat 2 player:${people.cid} name:Cid`,
    '/gm control who:Rat 2',
    `/gm cogm who:${people.dot} role:co-gm name:Dot`,
    '/gm hide who:Rat 2 until:until-acts',
    '/gm reveal who:Shade',
    '/gm rolls mode:private trace:no',
    '/gm telling mode:off numbers:hp',
    '/clock set time:90m reminders:50 ready:yes end:ask',
    '/clock pause',
    '/clock resume',
    '/clock more',
    'as cid: /my away until:5d',
  ]);
  house.pass(2 * hour);
  await rung(house, table, 'end');
  await table.typed('/clock set time:90m reminders:50 ready:yes end:deputy');
  const [due] = expectedActionsForViewer(await table.open(), people.gwen);
  await table.typed(`/gm control who:${due?.actor} player:${people.cid} name:Cid`);
  house.pass(2 * hour);
  await rung(house, table, 'end');
  await table.typed('as cid: /battle leave');
  await table.typed('/roll 4d6kh3 rolls:blind');
  await table.typed(`/gm handover to:${people.ada} name:Ada`);
  await table.typed('as ada: /battle move to:220000000000000003');
  await played(house, house.table('220000000000000003'), 5, 6);
};

/** Dice rolled by hand, and a question that the game master withdrew. */
export const playedByHand = async (house: Stage): Promise<void> => {
  const table = house.table('220000000000000004');
  await all(table, [
    '/battle create system:skure name:By hand size:6x6',
    'as ada: /battle join preset:swordsman name:Ada side:red',
    'as bob: /battle join preset:swordsman name:Bob side:blue',
    'as cid: /battle join preset:swordsman name:Cid side:blue',
    '/battle place Ada to:C2 facing:S',
    '/battle place Bob to:C4 facing:N',
    '/battle place Cid to:C3 facing:N',
    '/gm set field:agility who:Ada value:99 reason:she is first',
    '/battle start',
    '/gm set field:melee-range who:Ada value:2 reason:a long blade',
    'as ada: /attack Bob',
    '/gm withdraw',
    '/attack target:Cid as:Ada dice:95',
  ]);
  await table.tried('/attack target:Ada as:Cid dice:12');
  await played(house, table, 3, 4);
};

/** A campaign with characters, its roster and two battles, of which one is over. */
export const playedCampaign = async (house: Stage): Promise<void> => {
  const hall = house.table('230000000000000001');
  await all(hall, [
    '/campaign create name:The Long Winter systems:skure,sword-world carry:ask entry:open',
    'as ada: /campaign join',
    'as bob: /campaign join',
    `/campaign invite player:${people.cid}`,
    `/campaign role player:${people.bob} role:co-gm`,
    '/campaign rules system:skure rules:damage.rounding=down',
    '/campaign roster do:add name:Old Grim kind:character preset:zombie',
    '/campaign roster do:add name:Bandit kind:foe preset:cutthroat changes:hp=12, maxHp=20',
    'as bob: /character create system:skure name:Bram preset:tower-guard',
    '/campaign battle name:First snow size:6x5',
  ]);
  const placeOf = async (name: string): Promise<PlayTable> => {
    const found = (await house.services.battles.list(guild)).find((battle) => battle.name === name);
    if (found === undefined) throw new Error(`There is no ${name}.`);
    return house.table(found.channel);
  };
  const snow = await placeOf('First snow');
  const entering = [
    'as ada: /battle join character:Áine of skure side:red',
    'as bob: /battle join character:Bram side:red',
    '/npc add preset:Old Grim side:blue',
    '/npc add preset:Bandit side:blue',
    '/battle deploy',
    '/battle start',
  ];
  await all(snow, entering);
  await played(house, snow, 4, 30);
  await snow.tried('/battle end winner:red reason:Night falls.');
  await hall.tried('/campaign carry battle:First snow choice:keep');
  await hall.typed('/campaign rules carry:keep');
  await hall.typed('/campaign battle name:The thaw size:6x5');
  const thaw = await placeOf('The thaw');
  for (const line of entering) await thaw.tried(line);
  await played(house, thaw, 6, 12);
  const inn = house.table('230000000000000002');
  await all(inn, ['/campaign create name:The Inn systems:straalara carry:restore entry:invited', '/campaign pause']);
  await hall.tried('as ada: /character rest name:Áine of skure');
  await hall.typed('/stats campaign');
};

/** Battles without a server: in direct messages, and the transcripts as they are typed at a practice table. */
export const playedElsewhere = async (house: Stage): Promise<void> => {
  const folder = new URL('../transcripts/', import.meta.url);
  for (const system of systems.slice(0, 2)) {
    const table = house.table(`24000000000000001${systems.indexOf(system)}`, true);
    await gathered(table, system, `${system} direct`);
    await begun(house, table, system);
    await played(house, table, 8, 8);
  }
  for (const name of readdirSync(folder).filter((each) => each.endsWith('.txt'))) {
    const table = house.table(`table/${name.replace('.txt', '')}`, true);
    for (const line of readFileSync(new URL(name, folder), 'utf8').split('\n')) {
      if (line.startsWith('~')) table.lay((line.match(/\d+/g) ?? []).map(Number));
      const [, refused, typed] = /^> (!\s*(?:[A-Za-z_-]+(?=\s+(?:as\s|\/))\s*)?)?(.*)$/.exec(line) ?? [];
      if (typed !== undefined && refused === undefined) await table.tried(typed);
    }
    table.lay([]);
  }
};

/** Somebody who fought, spoke and had characters, and wanted to be forgotten; somebody who keeps their numbers to themselves. */
export const playedPrivacy = async (house: Stage): Promise<void> => {
  const table = house.table('220000000000000005');
  await all(table, [
    '/battle create system:straalara name:Who was Eve',
    'as ada: /battle join preset:ysolde name:Ysolde side:watch',
    'as eve: /battle join preset:tobin name:Eve side:watch',
    '/npc add preset:karg name:Karg side:ruffians',
    '/battle start',
  ]);
  await played(house, table, 9, 12);
  await all(table, [
    'as eve: /roll 2d6 rolls:self',
    'as eve: /my settings zone:Asia/Tokyo',
    'as eve: /privacy erase confirm:yes',
    'as bob: /stats optout on:yes',
  ]);
  await played(house, table, 10, 3);
  for (const who of ['ada', 'bob', 'cid']) await table.typed(`as ${who}: /stats person`);
  await table.typed('/stats server public:yes');
};

/** Panels of all unfinished battles of the server, one of them posted anew, and what was noticed of some. */
export const playedShell = async (house: Stage): Promise<void> => {
  const unfinished = (await house.services.battles.list(guild)).filter(({ status }) => status !== 'ended').toReversed();
  const { servers } = house.stores;
  for (const [at, { id, channel }] of unfinished.entries()) {
    const message = `26${String(at + 1).padStart(16, '0')}`;
    await servers.placePanel({ battle: id, channel, message, postedAt: house.now() }, undefined);
    if (at === 1)
      await servers.placePanel(
        { battle: id, channel, message: `27${message.slice(2)}`, postedAt: house.now() },
        message,
      );
    if (at === 2) await house.channelWatch.panelRemoved(id, message);
    if (at === 3) await house.channelWatch.channelLost(id, 'forbidden');
  }
  await house.idle();
};
