import { z } from 'zod';
import { toIssuer } from '../src/app/command-kit/asker.ts';
import { defineCommand, matchingOffers, toOffers, visibleSides } from '../src/app/command-kit/command.ts';
import {
  assignSheetNames,
  createSheetsRequest,
  describeImportedSheets,
  readSheets,
  toImportText,
} from '../src/app/imports/read-file.ts';
import { importOptions } from '../src/app/input/import-options.ts';
import { sheetWithChanges } from '../src/app/input/sheets.ts';
import { findFoes, foeOffers, maxFoeNameLength, maxFoesAtOnce, numberNames } from '../src/app/library/foes.ts';
import { requireMember } from '../src/app/people/user-presence.ts';
import { orderAnswer } from '../src/app/replies/order-outcome.ts';
import { forFoe } from '../src/app/services.ts';
import type { Entrant } from '../src/battle/decide/decisions.ts';
import { ok, refuse } from '../src/core/message.ts';
import { card } from '../src/presentation/card.ts';
import { oneOfParam, textParam, userParam, wholeNumberParam } from '../src/rules/verb.ts';

const common = {
  count: wholeNumberParam('How many', 1, 20).default(1),
  name: textParam('The name; if you add several, each gets a number too', 28).optional(),
  side: textParam('The side they fight on', 32).default('foes'),
  player: userParam('Who controls them; default: the GM').optional(),
  hidden: oneOfParam('Start hidden: until they act, or until you reveal them', [
    'until-acts',
    'until-revealed',
  ]).optional(),
};

const add = defineCommand([...forFoe], {
  path: ['npc', 'add'],
  usualReader: 'everyone',
  summary: 'GM: add presets or saved foes to the battle',
  params: z.strictObject({
    preset: textParam('A preset, or a saved foe or group (/library list)', 80),
    ...common,
    changes: textParam('What to change: hp=45, attack=12', 500).optional(),
  }),
  complete: async (asker, option, typed, _soFar, services) => {
    const battle = option === 'preset' || option === 'side' ? await services.battles.open(asker.channel) : undefined;
    if (battle === undefined || !battle.ok) return [];
    const offers =
      option === 'side'
        ? toOffers(visibleSides(battle.value, asker.user))
        : await foeOffers(asker, battle.value, services);
    return matchingOffers(offers, typed);
  },
  run: async (asker, { preset: wanted, count, name, side, player, hidden, changes }, services) => {
    const { battles } = services;
    const battle = await battles.open(asker.channel);
    if (!battle.ok) return battle;
    const here = await requireMember(asker, player, services);
    if (!here.ok) return here;
    const meant = await findFoes(asker, battle.value, wanted, services);
    if (!meant.ok) return meant;
    const taken = battle.value.game.roster().flatMap(({ id, actor }) => [id, actor]);
    const entrants: Entrant[] = [];
    for (const foe of meant.value) {
      const sheet = sheetWithChanges(battle.value.ruleset, foe.sheet, changes);
      if (!sheet.ok) return sheet;
      const ids = numberNames(meant.value.length === 1 ? (name ?? foe.name) : foe.name, foe.count * count, taken);
      taken.push(...ids);
      // One of a kind lives on; of several nobody could say which.
      const character = ids.length === 1 && changes === undefined ? foe.character : undefined;
      entrants.push(...ids.map((id) => ({ id, side, sheet: sheet.value, character, portrait: foe.portrait })));
    }
    if (entrants.length > maxFoesAtOnce) return refuse('too-many', { most: maxFoesAtOnce });
    const report = await battles.addEntrants(toIssuer(asker), entrants, { controller: player, hidden });
    return orderAnswer(report, asker);
  },
});

const importing = defineCommand(['battles', 'channels', 'readFile', 'rulesets'], {
  path: ['npc', 'import'],
  usualReader: 'everyone',
  summary: 'GM: import combatants from JSON, another tool or a table',
  params: z.strictObject({
    ...common,
    name: textParam(
      'The name; if you add several, each gets a number too; default: the name in the text',
      28,
    ).optional(),
    ...importOptions(),
  }),
  run: async (asker, { count, name, side, player, hidden, json, file }, services) => {
    const { battles } = services;
    const battle = await battles.open(asker.channel);
    if (!battle.ok) return battle;
    const here = await requireMember(asker, player, services);
    if (!here.ok) return here;
    const wanted = createSheetsRequest(toImportText({ json, file, name }), [battle.value.ruleset]);
    const sheets = await readSheets(asker, wanted, services);
    if (!sheets.ok) return sheets;
    const named = assignSheetNames(sheets.value, name, maxFoeNameLength);
    if (!named.ok) return named;
    if (named.value.length * count > maxFoesAtOnce) return refuse('too-many', { most: maxFoesAtOnce });
    const taken = battle.value.game.roster().flatMap(({ id, actor }) => [id, actor]);
    const entrants = named.value.flatMap((each) => {
      const ids = numberNames(each.name, count, taken);
      taken.push(...ids);
      return ids.map((id) => ({ id, side, sheet: each.sheet }));
    });
    const report = await battles.addEntrants(toIssuer(asker), entrants, { controller: player, hidden });
    const answer = orderAnswer(report, asker);
    const origin = describeImportedSheets(sheets.value);
    // What stands in the file is the GM's alone to read.
    return answer.ok && answer.value.kind === 'result' && origin.length > 0
      ? ok({ ...answer.value, aside: [...answer.value.aside, card('Imported', { lines: origin })] })
      : answer;
  },
});

export const npcCommands = [add, importing];
