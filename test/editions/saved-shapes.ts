import { z } from 'zod';
import { outboxContentSchema } from '../../src/battle/saved/outbox.ts';
import { sessionEventSchema, sessionSchema } from '../../src/battle/saved/session.ts';
import { entrySchema, pendingOrderSchema } from '../../src/battle/saved/store.ts';
import { alarmSchema } from '../../src/battle/saved/waits.ts';
import { askedRollSchema } from '../../src/campaign/asked-rolls.ts';
import { campaignSchema } from '../../src/campaign/campaigns.ts';
import { historyEventSchema } from '../../src/campaign/characters.ts';
import { personalSettingsSchema } from '../../src/campaign/people.ts';
import { battleTallySchema } from '../../src/campaign/statistics.ts';
import { itemKinds } from '../../src/library/library.ts';
import { dskull, events as dskullEvents } from '../../src/systems/dskull/index.ts';
import { stateSchema as dskullState } from '../../src/systems/dskull/state.ts';
import { segment, events as segmentEvents } from '../../src/systems/segment/index.ts';
import { stateSchema as segmentState } from '../../src/systems/segment/state.ts';
import { skure, events as skureEvents } from '../../src/systems/skure/index.ts';
import { stateSchema as skureState } from '../../src/systems/skure/state.ts';
import { straalara, events as straalaraEvents } from '../../src/systems/straalara/index.ts';
import { stateSchema as straalaraState } from '../../src/systems/straalara/state.ts';
import { swordWorld, events as swordWorldEvents } from '../../src/systems/sword-world/index.ts';
import { stateSchema as swordWorldState } from '../../src/systems/sword-world/state.ts';

interface SystemShapes {
  readonly state: z.ZodType;
  readonly event: z.ZodType;
  readonly sheet: z.ZodType;
  readonly settings: z.ZodType;
}

/** The saved shapes of each rulebook. */
export const systemShapes: Readonly<Record<string, SystemShapes>> = {
  skure: { state: skureState, event: skureEvents.event, sheet: skure.sheet, settings: skure.settings },
  dskull: { state: dskullState, event: dskullEvents.event, sheet: dskull.sheet, settings: dskull.settings },
  'sword-world': {
    state: swordWorldState,
    event: swordWorldEvents.event,
    sheet: swordWorld.sheet,
    settings: swordWorld.settings,
  },
  straalara: {
    state: straalaraState,
    event: straalaraEvents.event,
    sheet: straalara.sheet,
    settings: straalara.settings,
  },
  segment: { state: segmentState, event: segmentEvents.event, sheet: segment.sheet, settings: segment.settings },
};

/** The saved shapes of the app. */
const houseShapes = {
  table: sessionSchema,
  tableEvent: sessionEventSchema,
  entry: entrySchema,
  pending: pendingOrderSchema,
  campaign: campaignSchema,
  person: personalSettingsSchema,
  happening: historyEventSchema,
  tallied: battleTallySchema,
  alarm: alarmSchema,
  saying: outboxContentSchema,
  shelf: z.strictObject({
    foe: itemKinds.foe.schema,
    group: itemKinds.group.schema,
    encounter: itemKinds.encounter.schema,
    table: itemKinds.table.schema,
    roll: itemKinds.roll.schema,
    map: itemKinds.map.schema,
  }),
  askedRoll: askedRollSchema,
} as const;

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, each]) => [key, sorted(each)]),
  );
};

const jsonSchema = (schema: z.ZodType): unknown =>
  sorted(z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }));

/** Every saved shape as JSON Schema with sorted keys. Two editions with equal text have equal shapes. */
export const savedShapes = (): unknown => ({
  house: Object.fromEntries(Object.entries(houseShapes).map(([name, schema]) => [name, jsonSchema(schema)])),
  systems: Object.fromEntries(
    Object.entries(systemShapes).map(([system, shapes]) => [
      system,
      Object.fromEntries(Object.entries(shapes).map(([name, schema]) => [name, jsonSchema(schema)])),
    ]),
  ),
});
