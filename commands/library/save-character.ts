import { randomUUID } from 'node:crypto';
import {
  hasCharacter,
  prepareCharacter,
  prepareCharacterWithHistory,
  requireRoomForCharacters,
} from '../../src/app/characters/save-character.ts';
import type { Asker } from '../../src/app/command-kit/asker.ts';
import { checkName } from '../../src/app/forms/form-steps.ts';
import { parseSheet, sheetLines } from '../../src/app/input/sheets.ts';
import { toUnsentAnswer, writeWithAnswer } from '../../src/app/outbox/durable-answer.ts';
import { button } from '../../src/app/outbox/notifications.ts';
import { type CommandAnswer, createPrivateView, type Reply } from '../../src/app/replies/reply.ts';
import type { Services } from '../../src/app/services.ts';
import type { SaveBatch } from '../../src/campaign/save-batch.ts';
import { ok, phrase, refuse } from '../../src/core/message.ts';
import { card } from '../../src/presentation/card.ts';
import type { Line } from '../../src/rules/event.ts';
import type { Ruleset } from '../../src/rules/ruleset.ts';

/** Keeps a sheet under a name, over one of the same name; refuses a name nobody could call and a sheet the rulebook refuses. */
export const saveCharacter = async (
  asker: Asker,
  ruleset: Ruleset,
  called: string,
  sheet: unknown,
  services: Pick<Services, 'characters' | 'histories' | 'now' | 'outbox'>,
  origin: readonly Line[] = [],
) => {
  const named = checkName(called);
  if (!named.ok) return named;
  const shown = named.value;
  const checked = parseSheet(ruleset, sheet);
  if (!checked.ok) return checked;
  const toKeep = { ruleset, name: shown, sheet: checked.value, id: randomUUID() };
  const own = await services.characters.list(asker.user, asker.guild);
  const room = hasCharacter(own, toKeep) ? ok(undefined) : requireRoomForCharacters(own);
  if (!room.ok) return room;
  const { character, isNew } = await prepareCharacterWithHistory(asker, toKeep, own, services);
  const title = phrase`${shown} is ${isNew ? 'saved' : 'changed'} (${ruleset.title})`;
  const told = createPrivateView({
    cards: [card(title, { lines: [...origin, ...sheetLines(ruleset, checked.value)] })],
    controls:
      origin.length > 0 && isNew
        ? [[button('Delete it', ['library', 'delete'], { kind: 'character', name: shown })]]
        : [],
  });
  await writeWithAnswer(services, asker, toUnsentAnswer(told), (said) => services.characters.save(character, said));
  return ok(told);
};

/** Writes all of it with its answer, or nothing. */
export const saveBatch = async (
  asker: Asker,
  batch: SaveBatch,
  told: Reply,
  services: Pick<Services, 'batches' | 'outbox'>,
): Promise<CommandAnswer> => {
  const how = await writeWithAnswer(
    services,
    asker,
    toUnsentAnswer(told),
    (said) => services.batches.write(batch, said),
    {
      isWritten: (written) => written === 'kept',
    },
  );
  return how === 'kept' ? ok(told) : refuse('kept-meanwhile');
};

/** Saves several sheets at once, each as a character. Their rulebook has checked them. */
export const saveCharacters = async (
  asker: Asker,
  ruleset: Ruleset,
  sheets: readonly { readonly name: string; readonly sheet: unknown }[],
  services: Pick<Services, 'batches' | 'characters' | 'histories' | 'now' | 'outbox'>,
  origin: readonly Line[],
) => {
  const title = phrase`${sheets.length} characters saved (${ruleset.title})`;
  const told = createPrivateView({ cards: [card(title, { lines: origin, footer: 'See each with /library show' })] });
  const own = await services.characters.list(asker.user, asker.guild);
  const room = requireRoomForCharacters(own, sheets.filter((each) => !hasCharacter(own, { ...each, ruleset })).length);
  if (!room.ok) return room;
  const characters: SaveBatch['characters'][number][] = [];
  for (const [at, each] of sheets.entries()) {
    const toKeep = { ...each, ruleset, id: randomUUID() };
    const { character, edited } = await prepareCharacter(asker, toKeep, own, services, at + 1);
    characters.push({ character, historyEvents: edited === undefined ? [] : [edited] });
  }
  return saveBatch(asker, { characters, items: [], pictures: [], portraits: [] }, told, services);
};
