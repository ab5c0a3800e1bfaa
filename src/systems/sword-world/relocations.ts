import { z } from 'zod';
import { listing, maskedRef, ref, say } from '../../core/message.ts';
import { line, step } from '../../rules/lines.ts';
import { event, placeShape, unitOrThingId, update, updateAllUnits, withoutMelee } from './state.ts';
import { placeWithArticle } from './text.ts';
import { visibleIds } from './visibility.ts';

/** SW-MOUNT-8, SW-MOUNT-10, SW-MOUNT-12. */
export const dismounted = event(
  'dismounted',
  { rider: unitOrThingId, mount: unitOrThingId, passengers: z.array(unitOrThingId), forced: z.boolean() },
  {
    apply: (state, { rider, mount, passengers: thrown }) =>
      update(
        update(state, rider, ({ passengers }) => ({
          mountedOn: undefined,
          passengers: passengers.filter((id) => !thrown.includes(id)),
        })),
        mount,
        ({ passengers }) => ({
          rider: undefined,
          passengers: passengers.filter((id) => !thrown.includes(id)),
          turn: undefined,
        }),
      ),
    narrate: ({ rider, mount, passengers, forced }, moment) => {
      if (!forced) return line(say`${ref(rider)} dismounts from ${maskedRef(mount)}.`);
      const others = visibleIds(moment, passengers);
      const who = listing([rider, ...others].map(ref));
      return line(say`${who} ${others.length > 0 ? 'are' : 'is'} thrown from ${maskedRef(mount)}.`);
    },
  },
);

/** SW-MOUNT-12, SW-MOUNT-18. A passenger alone gets off, or is thrown. */
export const alighted = event(
  'alighted',
  { passenger: unitOrThingId, mount: unitOrThingId, forced: z.boolean() },
  {
    apply: (state, { passenger }) =>
      updateAllUnits(state, ({ passengers }) => ({ passengers: passengers.filter((id) => id !== passenger) })),
    narrate: ({ passenger, mount, forced }) =>
      line(say`${ref(passenger)} ${forced ? 'is thrown' : 'dismounts'} from ${maskedRef(mount)}.`),
  },
);

/** Where somebody is who did not move of its own: carried, thrown, in the air, or by a breakthrough (SW-AREA-9). */
export const relocated = event(
  'relocated',
  {
    why: z.enum(['breakthrough', 'forced', 'air', 'together']),
    places: z.array(z.strictObject({ unit: unitOrThingId, ...placeShape, altitude: z.int().optional() })),
    /** SW-AIR-3. Who is out of any skirmish by it, where the place stays the same. */
    leaves: z.array(unitOrThingId).optional(),
  },
  {
    apply: (state, { places, leaves = [] }) =>
      places.reduce(
        (next, { unit, area, pos, altitude }) =>
          update(next, unit, () => ({
            ...(area && { area }),
            ...(pos !== undefined && { pos }),
            ...(altitude !== undefined && { altitude }),
          })),
        withoutMelee(state, [
          ...leaves,
          ...places.flatMap(({ unit, pos }) =>
            pos !== undefined && state.units.some((each) => each.id === unit && each.pos !== pos) ? [unit] : [],
          ),
        ]),
      ),
    narrate: ({ why, places }) =>
      why === 'together'
        ? undefined
        : places.map((each) =>
            each.altitude !== undefined
              ? line(say`${ref(each.unit)} drops to ${each.altitude} m and flies on.`, 'plain', [
                  [step('SW-AIR-3', '10 m lower')],
                ])
              : line(say`${ref(each.unit)} is now ${each.area ? 'in' : 'at'} ${placeWithArticle(each)}.`),
          ),
  },
);
