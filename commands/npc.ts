import { z } from 'zod';
import { rosterOf } from '../src/app/campaigns/campaign-roster.ts';
import { type Asker, issuerOf } from '../src/app/commands/asker.ts';
import { matchingOffers, sidesSeen } from '../src/app/commands/autocomplete.ts';
import { command } from '../src/app/commands/command.ts';
import { givenText, importLines, namedSheets } from '../src/app/imports/import-lines.ts';
import { importOptions } from '../src/app/imports/import-options.ts';
import { takeSheets } from '../src/app/imports/take-sheets.ts';
import { changedSheet, checkedSheet, presetCalled } from '../src/app/input/sheets.ts';
import { orderAnswer } from '../src/app/replies/order-outcome.ts';
import type { Services } from '../src/app/services.ts';
import type { OpenBattle } from '../src/battle/saved/open-battle.ts';
import { isGm } from '../src/battle/views/permissions.ts';
import { refuse } from '../src/core/refusal.ts';
import { ok } from '../src/core/result.ts';
import { nameKey } from '../src/core/text.ts';
import { card } from '../src/presentation/card.ts';
import { oneOf, person, text, whole } from '../src/rules/params.ts';

/** `Zombie` five times: Zombie 1 … Zombie 5, counting on where there are some already. */
const numbered = (name: string, count: number, taken: readonly string[]): readonly string[] => {
  const keys = new Set(taken.map(nameKey));
  if (count === 1 && !keys.has(nameKey(name))) return [name];
  const names: string[] = [];
  for (let n = 1; names.length < count; n++) if (!keys.has(nameKey(`${name} ${n}`))) names.push(`${name} ${n}`);
  return names;
};

/** So long a name leaves room for a number. */
const longestName = 28;
/** So many come of one file at once. */
const mostBrought = 60;

/** The sheets of the campaign's roster that fit this battle: for those who lead it, nobody else learns of them. */
const ownRoster = async (asker: Asker, { saved, ruleset }: OpenBattle, services: Services) => {
  const { table } = saved;
  const campaign = table.campaign === undefined ? undefined : await services.campaigns.byId(table.campaign);
  if (campaign === undefined || !isGm(table, asker.user)) return [];
  return (await rosterOf(campaign, services)).filter(({ system }) => system === ruleset.id);
};

/** What `preset` names: a sheet of the roster, or a ready-made one. */
const sheetToBring = async (asker: Asker, battle: OpenBattle, wanted: string, services: Services) => {
  const kept = (await ownRoster(asker, battle, services)).find(({ name }) => nameKey(name) === nameKey(wanted));
  if (kept !== undefined) {
    const { id, name, kind, sheet, updatedAt } = kept;
    if ((await services.histories.last([id])).get(id)?.dead) return refuse('character-dead', { name });
    return ok({ name, sheet, character: kind === 'character' ? { id, savedAt: updatedAt } : undefined });
  }
  const preset = presetCalled(battle.ruleset, wanted);
  if (!preset.ok) return preset;
  const { title, name = title, sheet } = preset.value;
  return ok({ name: name.slice(0, longestName), sheet, character: undefined });
};

const common = {
  count: whole('How many', 1, 20).default(1),
  name: text('What they are called; several are numbered', 28).optional(),
  side: text('The side they fight on', 32).default('foes'),
  player: person('Who runs them; left out: the GM').optional(),
  hidden: oneOf('They come unseen: until they act, or until you reveal them', [
    'until-acts',
    'until-revealed',
  ]).optional(),
};

const add = command({
  path: ['npc', 'add'],
  answers: 'everyone',
  summary: 'GM: bring ready-made combatants into the battle, in numbers',
  params: z.strictObject({
    preset: text('The ready-made sheet', 80),
    ...common,
    changes: text('What is different: hp=45, attack=12', 500).optional(),
  }),
  complete: async (asker, option, typed, _soFar, services) => {
    const battle = option === 'preset' || option === 'side' ? await services.battles.open(asker.channel) : undefined;
    if (battle === undefined || !battle.ok) return [];
    const { ruleset } = battle.value;
    const sides = sidesSeen(battle.value, asker.user);
    const presets = Object.values(ruleset.presets).map(({ title }) => title);
    const own = option === 'side' ? [] : (await ownRoster(asker, battle.value, services)).map((each) => each.name);
    const values = option === 'side' ? sides : [...own, ...presets];
    return matchingOffers(
      values.map((value) => ({ value, label: value })),
      typed,
    );
  },
  run: async (asker, { preset: wanted, count, name, side, player, hidden, changes }, services) => {
    const { battles } = services;
    const battle = await battles.open(asker.channel);
    if (!battle.ok) return battle;
    const meant = await sheetToBring(asker, battle.value, wanted, services);
    if (!meant.ok) return meant;
    const changed = changes === undefined ? ok(meant.value.sheet) : changedSheet(meant.value.sheet, changes);
    const sheet = changed.ok ? checkedSheet(battle.value.ruleset, changed.value) : changed;
    if (!sheet.ok) return sheet;
    const taken = battle.value.game.roster().flatMap(({ id, actor }) => [id, actor]);
    const entrants = numbered(name ?? meant.value.name, count, taken).map((id) => ({
      id,
      side,
      sheet: sheet.value,
      // One of a kind lives on; of several nobody could say which.
      character: count === 1 && changes === undefined ? meant.value.character : undefined,
    }));
    const report = await battles.bring(issuerOf(asker), entrants, { runBy: player, hidden });
    return orderAnswer(report, asker);
  },
});

const importing = command({
  path: ['npc', 'import'],
  answers: 'everyone',
  summary: 'GM: bring combatants of your own in, from JSON, another tool’s sheet or a table',
  params: z.strictObject({
    ...common,
    name: text('What they are called; several are numbered; left out: as the text has it', 28).optional(),
    ...importOptions(),
  }),
  run: async (asker, { count, name, side, player, hidden, json, file }, { battles, rulesets }) => {
    const battle = await battles.open(asker.channel);
    if (!battle.ok) return battle;
    const sheets = takeSheets(givenText({ json, file, name }), rulesets, [battle.value.ruleset]);
    if (!sheets.ok) return sheets;
    const named = namedSheets(sheets.value, name, longestName);
    if (!named.ok) return named;
    if (named.value.length * count > mostBrought) return refuse('too-many', { most: mostBrought });
    const taken = battle.value.game.roster().flatMap(({ id, actor }) => [id, actor]);
    const entrants = named.value.flatMap((each) => {
      const ids = numbered(each.name, count, taken);
      taken.push(...ids);
      return ids.map((id) => ({ id, side, sheet: each.sheet }));
    });
    const report = await battles.bring(issuerOf(asker), entrants, { runBy: player, hidden });
    const answer = orderAnswer(report, asker);
    const origin = importLines(sheets.value);
    // What stands in the file is the GM's alone to read.
    return answer.ok && answer.value.kind === 'result' && origin.length > 0
      ? ok({ ...answer.value, aside: [...answer.value.aside, card('What was taken in', { lines: origin })] })
      : answer;
  },
});

export const npcCommands = [add, importing];
