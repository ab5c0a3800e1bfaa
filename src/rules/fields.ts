import { z } from 'zod';
import {
  capitalize,
  joined,
  maskedRef,
  ok,
  phrase,
  type Refusal,
  type Result,
  ref,
  refuseInput,
  say,
  type Text,
  term,
} from '../core/message.ts';
import { bindEvents, line, step } from './event.ts';
import type { RulingDraft } from './order-limits.ts';
import type { Reader } from './reader.ts';
import { formatValue, noneParser } from './value-parsers.ts';
import { doneVerdict, parseInput, type Verdict } from './verb.ts';
import type { CombatantView } from './view.ts';

/** A correction: the combatant, the field, and the value as the GM typed it. */
interface Correction {
  readonly who: string;
  readonly field: string;
  readonly typed: string;
}

/** What a correction changes: a combatant, a whole seat, or the battle. */
export type CorrectionScope = 'combatant' | 'seat' | 'battle';

/** A field of a combatant or battle that the GM may correct. Its name is its key in the list of fields. */
export interface CorrectableField<State, Code extends string> {
  readonly description: string;
  readonly scope: CorrectionScope;
  readonly value: z.ZodType;
  /** Applies a correction. Refuses an invalid value (`bad-input`), or a value that the rules forbid even to the GM. */
  readonly set: (draft: RulingDraft<State>, correction: Correction) => Verdict<Code | 'bad-input'>;
  /** The value now. Undefined without a value, or if it depends on what the GM types. */
  readonly read: (state: State, who: string, field: string) => unknown;
}

/**
 * Lists the fields of a combatant or its seat with their values. Without `who`: those of the battle.
 * `now` is the value as the GM would type it. Undefined if it cannot be typed as it is shown.
 */
export const listFieldValues = <State>(
  fields: Readonly<Record<string, CorrectableField<State, string>>>,
  state: State,
  who: { readonly id: string; readonly actor: string } | undefined,
): readonly { field: string; description: string; shown: string; now: string | undefined }[] =>
  Object.entries(fields).flatMap(([field, { description, scope, value, read }]) => {
    if ((scope === 'battle') !== (who === undefined)) return [];
    const shown = formatValue(read(state, (scope === 'seat' ? who?.actor : who?.id) ?? '', field));
    return [{ field, description, shown, now: value.safeParse(shown).success ? shown : undefined }];
  });

/** The type of the value at a path: `sheet.attack`. */
type ValueAt<Of, Path extends string> = Path extends `${infer Key}.${infer Rest}`
  ? Key extends keyof Of
    ? ValueAt<NonNullable<Of[Key]>, Rest>
    : never
  : Path extends keyof Of
    ? Of[Path]
    : never;

const partOf = (of: unknown, key: string): unknown => (Object(of) as Readonly<Record<string, unknown>>)[key];

const valueAt = (of: unknown, path: string): unknown => path.split('.').reduce(partOf, of);

/** The object with another value at a path. */
const withValueAt = (of: unknown, [key = '', ...rest]: readonly string[], value: unknown): object => ({
  ...Object(of),
  [key]: rest.length === 0 ? value : withValueAt(partOf(of, key), rest, value),
});

/** True if a value contains a combatant, or a part of it such as `Drake.head`, at any depth. */
const mentions = (value: unknown, is: (id: string) => boolean): boolean => {
  if (typeof value === 'string') return is(value) || is(value.split('.')[0] ?? '');
  return typeof value === 'object' && value !== null && Object.values(value).some((each) => mentions(each, is));
};

/** A value without the entries of lists and records that belong to combatants hidden from a reader. */
const withoutHidden = (value: unknown, isHidden: (id: string) => boolean): unknown => {
  if (Array.isArray(value)) return value.filter((each) => !mentions(each, isHidden));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).filter(([key]) => !isHidden(key)));
};

const describeValue = (value: unknown, isId: (id: string) => boolean, of?: string, between = ', '): Text => {
  if (typeof value === 'string' && isId(value)) return maskedRef(value);
  const isList = Array.isArray(value) && value.length > 0;
  if (typeof value !== 'object' || value === null || !(isList || mentions(value, isId)))
    return term(formatValue(value), of);
  return joined(
    Object.values(value).map((each) => describeValue(each, isId, of, ' ')),
    Array.isArray(value) ? between : ' ',
  );
};

const abbreviations = /\b(hp|mp|vp|xp|sc|im|dex|per|con|tmr|def|prot)\b/g;

/** The words for a field in the log: `Max HP`. */
export const fieldLabel = (field: string): string =>
  capitalize(field.replaceAll('-', ' ').replaceAll(abbreviations, (short) => short.toUpperCase()));

/** What a reader sees of a combatant change. `knows`: the reader reads the corrected value itself. */
const seenChanges = (before: CombatantView | undefined, after: CombatantView | undefined, knows: boolean) => {
  if (before === undefined || after === undefined || (knows && before.life === after.life)) return [];
  const gone = new Set(before.marks);
  const marks = after.marks.flatMap((each) => (gone.delete(each) ? [] : [phrase`now ${each}`]));
  for (const each of gone) marks.push(phrase`no longer ${each}`);
  if (knows) return marks;
  const gauges = after.gauges.map(({ label, text }) => {
    const was = before.gauges.find((each) => each.label === label);
    return { label, from: was?.text, to: text };
  });
  const values = [
    ...gauges,
    { label: phrase`Position`, from: before.place, to: after.place },
    { label: phrase`Side`, from: before.side, to: after.side },
  ].filter(({ from, to }) => from !== to);
  return [
    ...values.map(({ label, from, to }) => phrase`${label} ${term(formatValue(from))} → ${term(formatValue(to))}`),
    ...marks,
  ];
};

const patchSchema = (schema: z.ZodObject) =>
  z.strictObject({ set: schema.partial(), clear: z.array(z.string()).optional() }).optional();
type Patch = z.output<ReturnType<typeof patchSchema>>;

/** The changed parts for the log. Parts to clear are listed, because JSON cannot store undefined. */
const createPatch = (parts: object | undefined): Patch => {
  const entries = Object.entries(parts ?? {});
  if (entries.length === 0) return undefined;
  const clear = entries.flatMap(([key, value]) => (value === undefined ? [key] : []));
  const set = Object.fromEntries(entries.filter(([, value]) => value !== undefined));
  return { set, ...(clear.length > 0 && { clear }) };
};

const partsOf = <Of>({ set, clear = [] }: NonNullable<Patch>): Partial<Of> =>
  ({ ...set, ...Object.fromEntries(clear.map((key) => [key, undefined])) }) as Partial<Of>;

/** How a rulebook's battles are corrected. */
interface CorrectionRules<State, Code extends string, Combatant> {
  /** The rule that allows corrections, if the rulebook has one. */
  readonly rule?: string;
  /** The context of words that mean something else in other rulebooks. */
  readonly context?: string;
  /** The saved shapes. The shape of the battle lists the parts that corrections change. */
  readonly schemas: { readonly id: z.ZodType<string>; readonly combatant: z.ZodObject; readonly battle: z.ZodObject };
  readonly find: (state: State, who: string) => Result<Combatant, Refusal<Code>>;
  readonly update: (state: State, id: string, change: () => Partial<Combatant>) => State;
  readonly combatantView: (state: State, reader: Reader, combatant: Combatant) => CombatantView;
  /** True if a reader may know a field of a combatant. Default: if the reader knows all of it. */
  readonly isVisible?: (reader: Reader, who: string, field: string) => boolean;
  /** The named part of a combatant: `Drake.head`. */
  readonly findSection?: (state: State, combatant: Combatant, who: string) => string | undefined;
  /** What follows from a correction by the rules. `who`: the corrected combatant, if any. */
  readonly settle?: (after: State, before: State, who: string | undefined) => State;
}

/** A kind of thing that has fields. */
interface FieldOwner<State, Code extends string, Of> {
  readonly scope: CorrectionScope;
  readonly find: (state: State, who: string) => Result<Of, Refusal<Code>>;
}

/** A kind of thing whose fields the log shows, and what a change of its parts changes in the battle. */
interface Kind<State, Code extends string, Combatant, Of> extends FieldOwner<State, Code, Of> {
  readonly who: (of: Of) => string | undefined;
  readonly patch: (
    parts: Partial<Of>,
    of: Of,
    state: State,
  ) => { readonly combatant?: Partial<Combatant>; readonly battle?: Partial<State> };
}

/** Declares the event of corrections. `name`: which of several values. Readers read nothing that names hidden ones. */
const declareCorrected = <State extends object, Code extends string, Combatant extends { readonly id: string }>({
  rule: ruleId,
  context,
  schemas: { id, combatant: combatantSchema, battle: battleSchema },
  find,
  update,
  combatantView,
  isVisible = (reader, who) => reader.knowsAllOf(who),
  settle = (after) => after,
}: CorrectionRules<State, Code, Combatant>) =>
  bindEvents<State>()('corrected', {
    facts: {
      who: id.optional(),
      section: id.optional(),
      field: z.string(),
      name: z.string().optional(),
      from: z.unknown().optional(),
      to: z.unknown().optional(),
      combatant: patchSchema(combatantSchema),
      battle: patchSchema(battleSchema),
    },
    apply: (state, { who, combatant, battle }) => {
      const next = battle === undefined ? state : Object.assign({ ...state }, partsOf<State>(battle));
      return settle(combatant && who ? update(next, who, () => partsOf(combatant)) : next, state, who);
    },
    narrate: ({ who, section = '', field, name, from, to }, { before, after, reader }) => {
      const seen = (state: State, id: string) => {
        const found = find(state, id);
        return found.ok && found.value.id === id && reader.canSee(id) ? found.value : undefined;
      };
      const viewIn = (state: State) => {
        const combatant = who === undefined ? undefined : seen(state, who);
        return combatant && combatantView(state, reader, combatant);
      };
      const isHidden = (each: string) => reader.unseen.includes(each) && !reader.canSee(each);
      const isId = (each: string) => isHidden(each) || seen(after, each) !== undefined;
      const [old, now] = [from, to].map((value) => withoutHidden(value, isHidden));
      const isSame = JSON.stringify(old) === JSON.stringify(now);
      if (isSame && JSON.stringify(from) !== JSON.stringify(to)) return undefined;
      const knows = who === undefined || isVisible(reader, who, field);
      const rows = ruleId === undefined ? [] : [[step(ruleId, 'GM')]];
      const title = term(fieldLabel(field), context);
      const label = name === undefined ? title : say`${title} ${name}`;
      const changes: Text[] = [
        ...(knows && !isSame
          ? [say`${label} ${describeValue(old, isId, context)} → ${describeValue(now, isId, context)}`]
          : []),
        ...seenChanges(viewIn(before), viewIn(after), knows),
      ];
      if (knows && isSame && changes.length === 0) changes.push(phrase`nothing changes`);
      const change = joined(changes, '; ');
      if (who === undefined) return line(say`The GM corrects the battle: ${change}.`, 'plain', rows);
      const whose = say`${ref(who)}${section.slice(who.length)}`;
      const text = changes.length === 0 ? say`The GM corrects ${whose}.` : say`The GM corrects ${whose}: ${change}.`;
      return line(text, 'plain', rows);
    },
  });

/** Returns a function that declares fields that emit their own events. */
const customFieldsOf =
  <State, Code extends string, Of extends object>({ scope, find }: FieldOwner<State, Code, Of>) =>
  <Value>(
    description: string,
    value: z.ZodType<Value, string>,
    rule: (draft: RulingDraft<State>, of: Of, value: Value, correction: Correction) => Verdict<Code> | string,
    read?: (of: Of, state: State, who: string) => unknown,
  ): CorrectableField<State, Code> => ({
    description,
    scope,
    value,
    read: (state, who, field) => {
      const thing = find(state, who);
      if (!thing.ok) return undefined;
      return read === undefined ? partOf(thing.value, field) : read(thing.value, state, who);
    },
    set: (draft, correction) => {
      const wrong = (problem: string) => refuseInput('value', problem);
      const thing = find(draft.now(), correction.who);
      if (!thing.ok) return thing;
      const given = parseInput(value, correction.typed);
      if (!given.ok) return wrong(String(given.error.facts.problem));
      const verdict = rule(draft, thing.value, given.value, correction);
      return typeof verdict === 'string' ? wrong(verdict) : verdict;
    },
  });

/** Declares the event of corrections, and returns functions that declare fields. The log shows old and new values. */
export const declareCorrections = <
  State extends object,
  Code extends string,
  Combatant extends { readonly id: string },
>(
  rules: CorrectionRules<State, Code, Combatant>,
) => {
  const { find, findSection = () => undefined } = rules;
  const corrected = declareCorrected(rules);

  const fieldsOf = <Of extends object>(kind: Kind<State, Code, Combatant, Of>) => {
    const custom = customFieldsOf<State, Code, Of>(kind);
    /** Declares a field. `change` returns the changed parts, or what is wrong; `read` the value, before and after typing. */
    const field = <Value>(
      says: string,
      parser: z.ZodType<Value, string>,
      change: (
        of: Of,
        value: Value,
        state: State,
        who: string,
      ) => Partial<Of> | string | Result<Partial<Of>, Refusal<Code>>,
      read: string | ((of: Of, value: Value | undefined, state: State, who: string) => unknown),
    ) => {
      const readValue = (thing: Of, given: Value | undefined, state: State, typed: string) =>
        typeof read === 'string' ? valueAt(thing, read) : read(thing, given, state, typed);
      const rule: Parameters<typeof custom<Value>>[2] = (draft, of, given, { field: key, who: typed }) => {
        const state = draft.now();
        const changed = change(of, given, state, typed);
        if (typeof changed === 'string') return changed;
        const parts = 'ok' in changed ? (changed as Result<Partial<Of>, Refusal<Code>>) : ok(changed);
        if (!parts.ok) return parts;
        const isChanged = ([key, value]: [string, unknown]) => value === undefined || partOf(of, key) !== value;
        const changes = Object.fromEntries(Object.entries(parts.value).filter(isChanged)) as Partial<Of>;
        const { combatant, battle } = kind.patch(changes, of, state);
        const who = kind.who(of);
        const found = kind.scope === 'combatant' ? find(state, typed) : undefined;
        const name: unknown = partOf(given, 'name');
        const event = {
          ...{ who, section: found?.ok ? findSection(state, found.value, typed) : undefined, field: key },
          ...{
            name: typeof name === 'string' ? name : undefined,
            from: readValue(of, given, state, typed),
            to: readValue({ ...of, ...parts.value }, given, state, typed),
          },
          ...{ combatant: createPatch(combatant), battle: createPatch(battle) },
        };
        draft.emit(
          corrected(Object.fromEntries(Object.entries(event).filter(([, each]) => each !== undefined)) as typeof event),
        );
        return doneVerdict;
      };
      return custom(says, parser, rule, (of, state, who) => readValue(of, undefined, state, who));
    };
    const write = (of: Of, path: string, value: unknown): Partial<Of> => {
      const [key = '', ...rest] = path.split('.');
      return { [key]: rest.length === 0 ? value : withValueAt(partOf(of, key), rest, value) } as Partial<Of>;
    };
    return {
      custom,
      field,
      /** Declares a field that stores the typed value at a path: `sheet.attack`. */
      part: <const Path extends string>(
        says: string,
        parser: z.ZodType<NonNullable<ValueAt<Of, Path>>, string>,
        path: Path,
      ) => field(says, parser, (of, given) => write(of, path, given), path),
      /** Declares a field that stores a number in a record, under the name that the GM typed. */
      named: (says: string, parser: z.ZodType<{ readonly name: string; readonly n: number }, string>, path: string) =>
        field(
          says,
          parser,
          (of, { name, n }) => write(of, `${path}.${name.toLowerCase()}`, n),
          (of, given) => valueAt(of, given === undefined ? path : `${path}.${given.name.toLowerCase()}`),
        ),
      /** Declares a field that the GM can only clear. */
      cleared: (says: string, key: keyof Of & string, to?: Of[keyof Of], read: string | ((of: Of) => unknown) = key) =>
        field(says, noneParser, () => ({ [key]: to }) as Partial<Of>, read),
    };
  };

  const ofCombatant = fieldsOf<Combatant>({
    scope: 'combatant',
    find,
    who: (combatant) => combatant.id,
    patch: (combatant) => ({ combatant }),
  });
  const ofBattle = fieldsOf<State>({
    scope: 'battle',
    find: (state) => ok(state),
    who: () => undefined,
    patch: (battle) => ({ battle }),
  });
  return { corrected, fieldsOf, ofCombatant, ofBattle };
};
