import { z } from 'zod';
import { type Asker, issuerOf } from '../src/app/commands/asker.ts';
import { command } from '../src/app/commands/command.ts';
import { orderAnswer } from '../src/app/replies/order-outcome.ts';
import { rollOutsideBattle } from '../src/app/rolls/roll-outside-battle.ts';
import type { Services } from '../src/app/services.ts';
import { shelfOffers } from '../src/app/shelf/shelf-options.ts';
import { tableCalled } from '../src/app/shelf/shelves.ts';
import { rowFor } from '../src/app/shelf/tables.ts';
import { rollModes } from '../src/battle/saved/session.ts';
import type { FreeRoll } from '../src/battle/views/roll-lines.ts';
import { type Refusal, refuse } from '../src/core/refusal.ts';
import { ok, type Result } from '../src/core/result.ts';
import { oneOf, text } from '../src/rules/params.ts';

interface Wanted {
  readonly dice?: string | undefined;
  readonly table?: string | undefined;
  readonly comment?: string | undefined;
}

/** What is rolled: dice by their notation, or on a table that is kept. */
const wantedRoll = async (
  asker: Asker,
  { dice, table: called, comment }: Wanted,
  services: Services,
): Promise<Result<FreeRoll, Refusal>> => {
  if ((dice === undefined) === (called === undefined)) return refuse('one-roll');
  if (called === undefined) return ok({ notation: dice ?? '', comment });
  const there = await tableCalled(asker, called, {}, services);
  if (!there.ok) return there;
  const { name, table } = there.value;
  return ok({ notation: table.dice, comment, table: { name, row: (total) => rowFor(table, total) } });
};

/** In a battle a roll is logged and can be proved; elsewhere it is only a roll. */
export const roll = command({
  path: ['roll'],
  answers: 'everyone',
  summary: 'Roll dice: 2d6+3, 4d6kh3, 3d6!, 5d10>=6f, 6#3d6, K20@10+5; or on a table you keep',
  params: z.strictObject({
    dice: text('What to roll', 100).optional(),
    rolls: oneOf('Who sees it: all, you and the GM, the GM alone, you alone', rollModes).optional(),
    comment: text('What it is for: Perception', 80).optional(),
    table: text('A table to roll on, in the place of dice (/my tables)', 80).optional(),
  }),
  complete: async (asker, option, typed, soFar, services) =>
    option === 'table' ? shelfOffers(asker, ['table'], typed, soFar, services) : [],
  run: async (asker, { rolls, ...wanted }, services) => {
    const free = await wantedRoll(asker, wanted, services);
    if (!free.ok) return free;
    const { battles } = services;
    const battle = await battles.open(asker.channel);
    if (!battle.ok || battle.value.game.status === 'ended')
      return rollOutsideBattle(asker, free.value, rolls, services);
    return orderAnswer(await battles.roll(issuerOf(asker), free.value, rolls), asker);
  },
});
