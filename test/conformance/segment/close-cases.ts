import { type Combatant, find, type State, sortByTieOrder } from '../../../src/systems/segment/state.ts';
import { castingTime, freeActionSegment, initiativeParts } from '../../systems/segment/inner.ts';
import type { WorkedCase } from '../case.ts';
import { type Cast, castOf, withWeapon } from './cast.ts';
import { declareParams } from './orders.ts';
import { maybeRaw, type Raw, raw, raws, text } from './raw.ts';
import { adHocsOf, type Stage, stageOf, stateOf } from './stage.ts';

export const byName = <Value>(state: State, value: (who: Combatant) => Value): Readonly<Record<string, Value>> =>
  Object.fromEntries(state.combatants.map((who) => [who.id, value(who)]));

const partOf = (segment: number | undefined): string | undefined =>
  segment === undefined ? undefined : segment >= 11 ? 'pre' : segment >= 1 ? 'movement' : 'post';

const orderOf = (state: State): readonly (readonly [string, number])[] => {
  const rank = sortByTieOrder(state, state.combatants).map(({ id }) => id);
  return state.combatants
    .flatMap((who) =>
      who.initiatives
        .filter(({ status }) => status === 'pending' || status === 'waiting' || status === 'done')
        .map(({ number: n, segment }) => ({ who: who.id, n, segment })),
    )
    .toSorted((a, b) => b.segment - a.segment || rank.indexOf(a.who) - rank.indexOf(b.who) || a.n - b.n)
    .map(({ who, n }) => [who, n] as const);
};

const spellOf = ({ sheet }: Combatant, wanted: string | undefined) => sheet.spells.find(({ name }) => name === wanted);

/** The begin and effect segments of a spell as planned at closing. */
export const plan = (
  state: State,
  who: Combatant,
): { readonly begins: number; readonly goesOff: number } | undefined => {
  const slot = who.initiatives.find(({ kind }) => kind === 'cast');
  const spell = spellOf(who, who.declaration?.spell);
  return slot === undefined || spell === undefined
    ? undefined
    : { begins: slot.segment, goesOff: slot.segment - castingTime(spell, state.settings) };
};

export const closedResult = (state: State, expected: Raw = {}): Raw => {
  const caster = state.combatants.find(({ declaration }) => /cast|hold/.test(declaration?.main ?? ''));
  const picker = state.combatants.find(({ declaration }) => declaration?.main === 'pick-up');
  const freer = state.combatants.find(({ declaration }) => (declaration?.options.freeActions.length ?? 0) > 0);
  const spell = caster && spellOf(caster, caster.carried?.spell);
  const planned = caster && plan(state, caster);
  const carried = caster?.carried?.spell !== undefined;
  return {
    kept: byName(state, ({ declaration }) => declaration?.kept ?? 0),
    segments: byName(state, ({ initiatives }) => initiatives.map(({ segment }) => segment)),
    lost: byName(state, ({ initiatives }) => initiatives.map(({ status }) => status === 'lost')),
    part: byName(state, ({ id, initiatives }) => {
      const parts = initiatives.map(({ segment }) => partOf(segment));
      return Array.isArray(raw(expected.part)[id]) ? parts : parts[0];
    }),
    casting: byName(state, (who) => plan(state, who)),
    order: orderOf(state),
    aimCarried: state.combatants.some(({ aimCarried }) => aimCarried !== undefined),
    ...(freer && { freeActionSegment: freeActionSegment(freer) }),
    ...(picker && { retrieved: (picker.pickDegree ?? 5) <= 4, defPenalty: picker.picking ? -15 : 0 }),
    ...(caster && { carried, ...(carried ? {} : planned) }),
    ...(carried && spell && { nextRound: { begins: 10, goesOff: 10 - castingTime(spell, state.settings) } }),
  };
};

/** Opens a battle in its declarations, with all casters prepared. */
export const openDeclarations = (worked: WorkedCase, { combatants }: Cast): State => {
  const state = stateOf(worked, combatants);
  return {
    ...state,
    settings: { ...state.settings, autoClose: false },
    combatants: state.combatants.map((who) =>
      who.carried?.spell === undefined || who.declaration !== undefined
        ? who
        : {
            ...who,
            declaration: {
              main: 'cast' as const,
              attacks: [],
              kept: 0,
              byAir: false,
              carried: true,
              spell: who.carried.spell,
              ...(who.carried.target !== undefined && { target: who.carried.target }),
              options: {
                noMovement: false,
                aim: false,
                doubleShot: false,
                sheathe: [],
                draw: [],
                readyShield: false,
                freeActions: [],
              },
            },
          },
    ),
  };
};

export const refused = (stage: Stage, error: string, before: string): Raw => ({
  error,
  changes: JSON.stringify(stage.state()) === before && stage.dice.rolledDice().length === 0 ? 'none' : 'some',
});

export const playDeclare = (worked: WorkedCase): readonly [Raw, Stage] => {
  const { setup, action } = worked;
  const { who, by, type, ...declared } = action;
  const values = raws(setup.combatants);
  const actor = text(who) ?? text(values[0]?.name) ?? 'X';
  const told = values.map((value) => (value.name === actor ? value : { ...value }));
  const cast = castOf(told, [{ who: actor, ...declared }], true, raw(setup.positions));
  const self = cast.combatants.map((each, n) => withWeapon(each, told[n] ?? {}, false));
  const state = openDeclarations(worked, { ...cast, combatants: self });
  const stage = stageOf(state, worked.dice);
  const before = JSON.stringify(stage.state());
  const error = stage.order(actor, 'declare', declareParams(declared), by);
  if (error !== undefined) return [refused(stage, error, before), stage];
  const after = stage.state();
  const me = find(after, actor);
  const declaration = me?.declaration;
  if (me === undefined || declaration === undefined) return [{}, stage];
  const closing = stageOf(
    after,
    Array.from({ length: 20 * after.combatants.length }, () => 1),
  );
  closing.order('GM', 'close', {}, 'GM');
  const defending = find(closing.state(), actor)?.defending;
  const carried = declaration.main === 'hold' ? declaration.spell : me.carried?.spell;
  return [
    {
      accepted: true,
      type,
      kept: declaration.kept,
      initiativeModifier: initiativeParts(after, me, declaration).reduce((sum, { value }) => sum + value, 0),
      scLoss: defending?.scLoss ?? 0,
      defBonus: defending?.defBonus ?? 0,
      carried:
        typeof worked.expect.carried === 'string'
          ? carried
          : maybeRaw(worked.expect.carried)
            ? { spell: carried, ...me.carried }
            : worked.expect.carried === null
              ? carried
              : carried !== undefined,
      energy: me.energy,
      attacks: declaration.attacks,
    },
    stage,
  ];
};

/** Makes all declarations and closes them. Returns the code if one is refused. */
export const declareAll = (stage: Stage, declarations: readonly Raw[], by: unknown = 'GM'): string | undefined =>
  giveAll(stage, declarations) ?? stage.order('GM', 'close', {}, by);

export const giveAll = (stage: Stage, declarations: readonly Raw[]): string | undefined => {
  for (const { who, by: commander, ...declared } of declarations) {
    const error = stage.order(String(who), 'declare', declareParams(declared), commander);
    if (error !== undefined) return error;
  }
  return undefined;
};

export const playClose = (worked: WorkedCase): readonly [Raw, Stage] => {
  const cast = castOf(
    raws(worked.setup.combatants),
    raws(worked.action.declarations),
    false,
    raw(worked.setup.positions),
  );
  const [first] = cast.combatants;
  const named = adHocsOf(worked, first?.id ?? '', 'initiative');
  const stage = stageOf({ ...openDeclarations(worked, cast), ...named }, worked.dice);
  const opened = JSON.stringify(stage.state());
  const early = giveAll(stage, cast.declarations);
  if (early !== undefined) return [refused(stage, early, opened), stage];
  const before = JSON.stringify(stage.state());
  const error = stage.order('GM', 'close', {}, worked.action.by ?? 'GM');
  return [error === undefined ? closedResult(stage.state(), worked.expect) : refused(stage, error, before), stage];
};
