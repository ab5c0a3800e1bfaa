import { z } from 'zod';
import { defineCommand, toIssuer } from '../src/app/command-kit/command.ts';
import { findContent } from '../src/app/library/libraries.ts';
import { libraryOffers } from '../src/app/library/library-options.ts';
import { describeSavedMap, mapToGround } from '../src/app/maps/map-ground.ts';
import { maxMapBytes } from '../src/app/maps/map-source.ts';
import { backgroundForMap, setBackgroundPicture } from '../src/app/pictures/background-picture.ts';
import { savePicture } from '../src/app/pictures/save-picture.ts';
import { orderAnswer } from '../src/app/replies/order-outcome.ts';
import { createPrivateView } from '../src/app/replies/reply.ts';
import { forLibrary } from '../src/app/services.ts';
import { hasBattleRight } from '../src/battle/views/viewer.ts';
import { ok, phrase, refuse, worded } from '../src/core/message.ts';
import { isPlainObject } from '../src/core/plain-object.ts';
import type { SavedMap } from '../src/library/content.ts';
import { card } from '../src/presentation/card.ts';
import { line } from '../src/rules/event.ts';
import { type WallSquareChoice, wallSquareChoices } from '../src/rules/grid/map-plan.ts';
import { parseMap } from '../src/rules/grid/map-text.ts';
import type { Ruleset } from '../src/rules/ruleset.ts';
import { flagParam, oneOfParam, textParam } from '../src/rules/verb.ts';

/** A map that is kept as the ground of a battle. */
const keptGround = (
  ruleset: Ruleset,
  { head: { name }, content }: { readonly head: { readonly name: string }; readonly content: SavedMap },
  walls: WallSquareChoice,
) => {
  const drawn = parseMap(content.map);
  if (!drawn.ok) return refuse('thing-unreadable', { name });
  const plan = drawn.value;
  const format = describeSavedMap(name);
  const ground = mapToGround(ruleset, { plan, format }, walls);
  const { columns, rows } = plan;
  return ground.ok
    ? ok({ ...{ columns, rows, format, leftOut: [], picture: undefined }, ground: ground.value })
    : ground;
};

/** A map another tool drew becomes the ground of the battle here: settings of its board, or the order that draws it. */
export const battleMap = defineCommand(
  [...forLibrary, 'characters', 'now', 'pictures', 'readFile', 'reencodePicture'],
  {
    path: ['battle', 'map'],
    usualReader: 'everyone',
    summary: 'GM: load a map’s walls, doors and size into this battle, before it begins',
    params: z.strictObject({
      file: z.string().max(maxMapBytes).optional().meta({
        description: 'The map file: Universal VTT, a Foundry scene, Tiled, or a map written as text',
        widget: 'file',
      }),
      json: textParam('The map as text, pasted here', 6000).optional(),
      kept: textParam('One of your saved maps (/library list)', 80).optional(),
      walls: oneOfParam(
        'Which square a wall blocks, if the rulebook has no walls between squares',
        wallSquareChoices,
      ).default('none'),
      picture: flagParam('Also use the map’s picture, if it has one').default(true),
      look: flagParam('Preview only; nothing is changed').optional(),
    }),
    complete: async (asker, option, typed, soFar, services) =>
      option === 'kept' ? libraryOffers(asker, ['map'], typed, soFar, services) : [],
    run: async (asker, { file, json, kept, walls, look, picture: wantsPicture }, services) => {
      const { battles } = services;
      const battle = await battles.open(asker.channel);
      if (!battle.ok) return battle;
      const { ruleset, saved } = battle.value;
      const there = kept === undefined ? undefined : await findContent(asker, 'map', kept, {}, services);
      if (there?.ok === false) return there;
      const map =
        there === undefined
          ? await services.readFile('ground', { text: file ?? json ?? '', system: ruleset.id, walls }, asker)
          : keptGround(ruleset, there.value, walls);
      const behind = there?.value.content.backdrop;
      if (!map.ok) return map;
      const { by, imported, leftOut } = map.value.ground;
      const image = wantsPicture ? map.value.picture : undefined;
      const keptThere =
        wantsPicture && behind !== undefined && (await services.pictures.images([behind.picture])).size > 0
          ? behind
          : undefined;
      const shown =
        image === undefined || look || !hasBattleRight(saved.table, asker.user, 'correct')
          ? undefined
          : await savePicture(asker, image, 'backdrop', services);
      const unfit = shown?.ok === false ? ['the map’s picture (to see why, attach it to /battle backdrop)'] : [];
      const left = [...leftOut, ...map.value.leftOut, ...unfit];
      const told = card(phrase`From ${map.value.format}`, {
        lines: [
          line(
            phrase`Imported: ${[...imported, ...(shown?.ok || keptThere || (look && image !== undefined) ? [worded('the picture')] : [])].join('; ')}.`,
            'quiet',
          ),
          ...(left.length === 0 ? [] : [line(phrase`Skipped: ${left.join('; ')}.`, 'quiet')]),
        ],
      });
      if (look) return ok(createPrivateView({ cards: [told] }));
      const { settings: chosen } = saved.table;
      const report =
        'verb' in by
          ? await battles.order(toIssuer(asker), () => ok({ verb: by.verb, params: by.params }))
          : await battles.changeSetting(
              toIssuer(asker),
              { ...(isPlainObject(chosen) ? chosen : {}), ...by.settings },
              by.key,
              by.says,
            );
      const backdrop = shown?.ok ? backgroundForMap(shown.value.hash, map.value) : keptThere;
      if (report.ok && backdrop !== undefined) {
        const laid = await setBackgroundPicture(asker, backdrop, 'beside', services);
        if (!laid.ok) return laid;
      }
      const answer = orderAnswer(report, asker);
      return answer.ok && answer.value.kind === 'result'
        ? ok({ ...answer.value, aside: [...answer.value.aside, told] })
        : answer;
    },
  },
);
