import { z } from 'zod';
import { type Asker, defineCommand, matchingOffers, toIssuer } from '../src/app/command-kit/command.ts';
import { findContent, libraryEntries } from '../src/app/library/libraries.ts';
import { libraryOffers } from '../src/app/library/library-options.ts';
import { findRow } from '../src/app/library/tables.ts';
import { orderAnswer } from '../src/app/replies/order-outcome.ts';
import { rollOutsideBattle } from '../src/app/rolls/roll-outside-battle.ts';
import { forLibrary, type LibraryServices } from '../src/app/services.ts';
import { type RollMode, rollModes } from '../src/battle/saved/session.ts';
import type { FreeRoll } from '../src/battle/views/roll-lines.ts';
import { ok, phrase, type Refusal, type Result, refuse } from '../src/core/message.ts';
import { findNotationError } from '../src/dice/notation.ts';
import { parseContent } from '../src/library/content.ts';
import { oneOfParam, textParam } from '../src/rules/verb.ts';

interface RollInput {
  readonly dice?: string | undefined;
  readonly table?: string | undefined;
  readonly comment?: string | undefined;
}

interface RollToMake {
  readonly free: FreeRoll;
  /** Who sees it, where it is kept so. */
  readonly rolls?: RollMode | undefined;
}

/** Dice by their notation, or a roll that is kept under that name. */
const parseDice = async (
  asker: Asker,
  dice: string,
  comment: string | undefined,
  services: LibraryServices,
): Promise<Result<RollToMake, Refusal>> => {
  if (findNotationError(dice) === undefined) return ok({ free: { notation: dice, comment } });
  const there = await findContent(asker, 'roll', dice, {}, services);
  // Whoever meant dice is told what is wrong with them.
  if (!there.ok) return there.error.code === 'nothing-saved' ? ok({ free: { notation: dice, comment } }) : there;
  const {
    head: { name },
    content: roll,
  } = there.value;
  return ok({ free: { notation: roll.notation, comment: comment ?? roll.comment ?? name }, rolls: roll.rolls });
};

/** What is rolled: dice by their notation or a name, or on a table that is kept. */
const chooseRoll = async (
  asker: Asker,
  { dice, table: called, comment }: RollInput,
  services: LibraryServices,
): Promise<Result<RollToMake, Refusal>> => {
  if ((dice === undefined) === (called === undefined)) return refuse('one-roll');
  if (called === undefined) return parseDice(asker, dice ?? '', comment, services);
  const there = await findContent(asker, 'table', called, {}, services);
  if (!there.ok) return there;
  const {
    head: { name },
    content: table,
  } = there.value;
  return ok({ free: { notation: table.dice, comment, table: { name, row: (total) => findRow(table, total) } } });
};

/** The rolls somebody has kept, by their names; once they type something else, that as it is. */
const favourites = async (asker: Asker, typed: string, services: LibraryServices) => {
  const kept = await libraryEntries(asker, ['roll'], {}, services);
  const items = await services.library.findMany(kept.map(({ head }) => head.id));
  const offers = items.flatMap((item) => {
    const roll = parseContent('roll', item, services.rulesets);
    return roll.ok ? [{ value: item.name, label: phrase`${item.name}: ${roll.value.notation}`.slice(0, 100) }] : [];
  });
  return matchingOffers(offers, typed);
};

/** In a battle a roll is logged and can be proved; elsewhere it is only a roll. */
export const roll = defineCommand([...forLibrary, 'now', 'outbox', 'people'], {
  path: ['roll'],
  usualReader: 'everyone',
  summary: 'Roll dice: 2d6+3[fire], 4d6kh3, 5d10>=6f, 6#3d6, K20@10+5; or a saved roll or table',
  params: z.strictObject({
    dice: textParam(
      'What to roll, with a label: d20+5 Attack; 2d6+3 Damage; or a saved roll (/library list)',
      100,
    ).optional(),
    rolls: oneOfParam('Who sees it: everyone, you and the GM, GM only, only you', rollModes).optional(),
    comment: textParam('What it is for: Perception', 80).optional(),
    table: textParam('A table to roll on instead of dice (/library list)', 80).optional(),
  }),
  complete: async (asker, option, typed, soFar, services) => {
    if (option === 'dice') return favourites(asker, typed, services);
    return option === 'table' ? libraryOffers(asker, ['table'], typed, soFar, services) : [];
  },
  run: async (asker, { rolls: said, ...input }, services) => {
    const wanted = await chooseRoll(asker, input, services);
    if (!wanted.ok) return wanted;
    const { free } = wanted.value;
    const rolls = said ?? wanted.value.rolls;
    const { battles } = services;
    const battle = await battles.open(asker.channel);
    if (!battle.ok || battle.value.game.status === 'ended') return rollOutsideBattle(asker, free, rolls, services);
    return orderAnswer(await battles.roll(toIssuer(asker), free, rolls), asker);
  },
});
