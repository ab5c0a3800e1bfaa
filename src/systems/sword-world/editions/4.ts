import type { EditionStep } from '../../../rules/editions.ts';

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Lifts some fields of an object, where it has them. */
const lifted = (value: unknown, lifts: Readonly<Record<string, (field: unknown) => unknown>>): unknown => {
  if (!isFields(value)) return value;
  const changed = Object.entries(lifts).flatMap(([key, lift]) => (key in value ? [[key, lift(value[key])]] : []));
  return { ...value, ...Object.fromEntries(changed) };
};

const each =
  (lift: (one: unknown) => unknown) =>
  (many: unknown): unknown =>
    Array.isArray(many) ? many.map(lift) : many;

/** What raised weapons raised spells too, and goes on doing so where it was written. */
const effect = (value: unknown): unknown =>
  isFields(value) && ['power', 'cMod', 'increase'].some((key) => key in value) ? { ...value, raises: 'all' } : value;

const effects = each(effect);
const sheet = (value: unknown): unknown =>
  lifted(value, { effects, spells: each((spell) => lifted(spell, { effect })) });
const unit = (value: unknown): unknown => lifted(value, { effects, sheet });

/**
 * An effect says whether it raises weapons, spells or both. Beside that more may be said: the condition that an effect
 * lays, on which section, what else a body can do and how often it did, what a search finds, who leaves a skirmish in the air, who is skipped in its own turn, and what experience somebody has; what was written before
 * reads as it did, and a condition that was laid by itself then stays until somebody takes it.
 */
export const edition4: EditionStep = {
  sheet,
  state: (state) => lifted(state, { units: each(unit) }),
  event: (event) => {
    if (!isFields(event)) return [event];
    switch (event.type) {
      case 'entered':
        return [lifted(event, { unit })];
      case 'corrected':
        return [lifted(event, { unit, battle: (battle) => lifted(battle, { units: each(unit) }) })];
      case 'effects':
      case 'feat':
        return [lifted(event, { effects })];
      default:
        return [event];
    }
  },
};
