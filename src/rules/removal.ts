import { z } from 'zod';
import { type Message, ref, say, type Text } from '../core/message.ts';
import type { Effect } from './effects.ts';
import { bindEvents, line } from './event.ts';

/** Why the GM takes a combatant out of a battle. `mistake`: as if it had never joined. */
export const departures = ['mistake', 'fled', 'captured', 'left'] as const;
export type Departure = (typeof departures)[number];

/** Keys whose values are other words than ids of combatants, even if they are spelled like one. */
const foreignKeys = new Set('sheet settings team side name title text reason warband race body traits'.split(' '));

/** Changes all ids in a value. `change` returns undefined to leave an id out. `leave`: keys whose values stay. */
export const mapIds = (
  value: unknown,
  change: (id: string) => string | undefined,
  leave: ReadonlySet<string> = foreignKeys,
  keepsKeys = false,
): unknown => {
  if (typeof value === 'string') return change(value);
  const inner = (each: unknown): unknown => mapIds(each, change, leave, keepsKeys);
  if (Array.isArray(value)) return value.map(inner).filter((each) => each !== undefined);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, each]) => {
      const name = keepsKeys ? key : change(key);
      const mapped = leave.has(key) ? each : inner(each);
      return name === undefined || mapped === undefined ? [] : [[name, mapped]];
    }),
  );
};

/** A change of ids that renames a combatant and its parts, such as `Drake.head`. */
export const renaming =
  (who: string, to: string) =>
  (id: string): string =>
    id === who || id.startsWith(`${who}.`) ? `${to}${id.slice(who.length)}` : id;

type Path = readonly PropertyKey[];

const valueAt = (value: unknown, path: Path): unknown =>
  path.reduce((at: unknown, key) => (Object(at) as Record<PropertyKey, unknown>)[key], value);

const withoutPath = (value: unknown, [key, ...rest]: Path): unknown => {
  if (Array.isArray(value)) {
    const at = Number(key);
    return rest.length === 0 ? value.toSpliced(at, 1) : value.with(at, withoutPath(value[at], rest));
  }
  const entries = Object.entries(Object(value));
  return Object.fromEntries(
    entries.flatMap(([name, each]) =>
      name !== key ? [[name, each]] : rest.length === 0 ? [] : [[name, withoutPath(each, rest)]],
    ),
  );
};

/** Maximum number of parts that are removed because they cannot exist without a combatant. */
const maxRepairs = 10_000;

/** A state without any mention of a combatant. What cannot exist without the mention goes too: its turn, its aim. */
const forgetCombatant = <State>(schema: z.ZodType<State>, state: State, who: string): State => {
  let left = mapIds(state, (id) => (id === who || id.startsWith(`${who}.`) ? undefined : id));
  for (let step = 0; step < maxRepairs; step++) {
    const read = schema.safeParse(left);
    if (read.success) return read.data;
    const { path = [] } = read.error.issues[0] ?? {};
    const gone = valueAt(left, path) === undefined ? path.slice(0, -1) : path;
    if (gone.length === 0) break;
    left = withoutPath(left, gone);
  }
  throw new Error(`The battle cannot go on without ${who}.`);
};

const farewells: Readonly<Record<Departure, (who: Text) => Message>> = {
  mistake: (who) => say`${who} is removed from the battle.`,
  fled: (who) => say`${who} flees from the battle.`,
  captured: (who) => say`${who} is captured and out of the battle.`,
  left: (who) => say`${who} leaves the battle.`,
};

/** The event types with which the GM removes or renames a combatant. */
export const departedType = 'departed';
export const renamedType = 'combatant-renamed';

/** How a rulebook takes a combatant, or all of an entrant's, out of its battles. */
interface Removal<State> {
  readonly schema: z.ZodType<State>;
  /** The battle without these combatants. What else mentions them is removed afterwards. */
  readonly without: (state: State, ids: readonly string[]) => State;
  /** The battle after a combatant left that the rulebook keeps in its lists. Undefined to remove it from them. */
  readonly marked?: (state: State, who: string, as: Departure) => State | undefined;
}

/** Declares the events with which the GM removes or renames a combatant. */
export const declareRosterEvents = <State extends { readonly effects: readonly Effect[] }>({
  schema,
  without,
  marked = () => undefined,
}: Removal<State>) => {
  const event = bindEvents<State>();
  return [
    event(departedType, {
      facts: { who: z.string(), as: z.enum(departures) },
      apply: (state, { who, as }) => marked(state, who, as) ?? forgetCombatant(schema, without(state, [who]), who),
      narrate: ({ who, as }, { before }) => ({
        ...line(farewells[as](ref(who))),
        endedEffects: before.effects.filter((effect) => effect.who === who),
      }),
    }),
    event(renamedType, {
      facts: { who: z.string(), to: z.string() },
      apply: (state, { who, to }) => schema.parse(mapIds(state, renaming(who, to))),
      narrate: ({ who, to }) => line(say`${ref(who)} is now called ${ref(to)}.`),
    }),
  ] as const;
};
