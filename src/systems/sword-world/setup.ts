import { z } from 'zod';
import { ref, refuse, say, term } from '../../core/message.ts';
import type { Entrant, GmEnding } from '../../rules/definition.ts';
import { line } from '../../rules/event.ts';
import type { Departure } from '../../rules/removal.ts';
import { doneVerdict, flagParam, oneOfParam, type Verdict } from '../../rules/verb.ts';
import { ownRearguard } from './battlefield.ts';
import { mayCommandUnit, requireCombatant } from './checks.ts';
import { closed, endIfDecided, pursued } from './combat-end.ts';
import { isUnitAble } from './conditions.ts';
import { statusChanged } from './life.ts';
import { canContestWeakness, contestMountWeakness, mounted } from './mounts.ts';
import type { RefusalCode } from './refusals.ts';
import { areHostile, isSameKind, riderAndMountOf, unitsOfSide } from './relations.ts';
import { advancePhase, endTurn } from './rounds.ts';
import type { Settings } from './settings.ts';
import { type Body, bodyStatsSchema, type Sheet, type Side, sides } from './sheet.ts';
import { recomputeSkirmishes } from './skirmishes.ts';
import { type Draft, event, gmOrder, type State, type Unit, unitOrThingId, unitSchema } from './state.ts';
import { turnHolder, unitOrder } from './turns.ts';
import { find, findByName, update, updateUnits } from './units.ts';

/** A unit joins the battle. SW-FACT-1, SW-DATA-2. */
export const entered = event('entered', {
  facts: { unit: unitSchema },
  apply: (state, { unit }) => ({ ...state, units: [...state.units, unit] }),
  narrate: ({ unit: { id, side } }) => line(side ? say`${ref(id)} joins the ${term(side)}.` : say`${ref(id)} joins.`),
});

/** The battle begins, with initiative. SW-FLOW-1. */
export const began = event('combat-began', {
  facts: {},
  apply: (state) => ({ ...state, stage: 'initiative' }),
  narrate: () => line('Combat begins. Roll for initiative.'),
  beginsRound: true,
});

/** A monster will use fixed values or dice. Visible only to the GM. SW-DATA-6. */
export const rollMethodChosen = event('method', {
  facts: { who: unitOrThingId, useFixed: z.boolean() },
  apply: (state, { who, useFixed }) => update(state, who, () => ({ useFixed })),
  narrate: ({ who, useFixed }, { reader }) =>
    reader.gm ? line(say`${ref(who)} uses ${term(useFixed ? 'fixed values' : 'dice')}.`, 'quiet') : undefined,
});

export const emptyBattle = (settings: Settings): State => ({
  settings,
  stage: 'gathering',
  round: 0,
  phase: 'winner',
  units: [],
  skirmishes: [],
  nextSkirmish: 1,
  restricted: [],
  ground: [],
  field: { env: 'land', depth: 'deep', obstacles: [] },
  effects: [],
  pursued: false,
});

export const createUnit = (id: string, side: Side | undefined, sheet: Sheet): Unit => {
  const body = (bodyId: string, own: typeof sheet | Sheet['sections'][number]): Body => ({
    id: bodyId,
    hp: own.hpLeft ?? own.hp,
    maxHp: own.hp,
    mp: own.mpLeft ?? own.mp,
    maxMp: own.mp,
    statuses: (own.hpLeft ?? 1) <= 0 ? ['unconscious'] : [],
    ...bodyStatsSchema.parse(own),
  });
  return {
    id,
    ...(side && { side }),
    sheet,
    bodies:
      sheet.sections.length > 0
        ? sheet.sections.map((section) => body(`${id}.${section.name}`, section))
        : [body(id, sheet)],
    altitude: 0,
    statuses: [],
    effects: (sheet.effects ?? []).map((effect) =>
      effect.body === undefined ? effect : { ...effect, body: `${id}.${effect.body}` },
    ),
    weapons: sheet.weapons,
    held: sheet.held,
    grips: {},
    luggage: sheet.luggage,
    accessories: sheet.accessories,
    acted: false,
    retreat: 'none',
    joinsNextRound: false,
    passengers: [],
    useFixed: sheet.useFixed ?? sheet.kind !== 'pc',
    revealed: false,
    studied: [],
    weaknessKnown: sheet.weaknessKnown,
    underwaterRounds: 0,
    blocks: 0,
    xp: 0,
  };
};

const usualNames: Readonly<Record<Side, RegExp>> = {
  allies: /^(allies|ally|party|players?|heroes|pcs?|friends?|us)$/i,
  enemies: /^(enemies|enemy|foes?|monsters?|opponents?|hostiles?|them)$/i,
};

/** The faction for a side’s name, which may be a usual word like `foes`. SW-FACT-1. */
export const findSide = (name: string): Side | undefined => sides.find((side) => usualNames[side].test(name));

/** Adds a unit to the battle. A unit without a side must choose one before the start. SW-FACT-1, SW-DATA-2. */
export const enterBattle = (draft: Draft, { id, side: name, sheet }: Entrant<Sheet>): Verdict<RefusalCode> => {
  const state = draft.now();
  if (findByName(state, id)) return refuse('E_NAME_TAKEN', { unit: ref(id) });
  const side = name === undefined ? undefined : findSide(name);
  if (name !== undefined && side === undefined) return refuse('E_TWO_FACTIONS', { side: name });
  const late = state.stage === 'combat' || state.stage === 'aftermath';
  if (late && side === undefined) return refuse('E_NO_FACTION', { unit: ref(id) });
  const fresh = createUnit(id, side, sheet);
  const kin = state.units.find((each) => isSameKind(each, fresh));
  const weaknessKnown = fresh.weaknessKnown || kin?.weaknessKnown === true;
  const base = { ...fresh, revealed: kin?.revealed === true, weaknessKnown };
  const mount = sheet.rides === undefined ? undefined : findByName(state, sheet.rides);
  const friend = state.units.find((each) => each.side === side && each.pos !== undefined);
  const place =
    state.settings.mode === 'simplified'
      ? { area: mount?.area ?? ownRearguard(side ?? 'allies') }
      : { pos: mount?.pos ?? friend?.pos ?? 0 };
  draft.emit(entered({ unit: { ...base, ...(late && place) } }));
  if (mount && mount.rider === undefined && mount.sheet.kind === 'mount' && mount.side === side)
    draft.emit(mounted({ rider: id, mount: mount.id }));
  const rider = state.units.find((unit) => unit.sheet.rides === id && unit.mountedOn === undefined);
  if (rider && sheet.kind === 'mount' && rider.side === side) draft.emit(mounted({ rider: rider.id, mount: id }));
  return doneVerdict;
};

/** Starts the battle if both sides are there. Riders guard their mounts’ weaknesses. SW-FLOW-1, SW-MOUNT-5. */
export const startBattle = (draft: Draft): Verdict<RefusalCode> => {
  const state = draft.now();
  if (state.stage !== 'gathering') return refuse('E_NOT_NOW', { why: 'combat has already begun' });
  const stray = state.units.find(({ side }) => side === undefined);
  if (stray) return refuse('E_NO_FACTION', { unit: ref(stray.id) });
  if (sides.some((side) => !unitsOfSide(state, side).some(isUnitAble))) return refuse('E_NO_OPPONENTS');
  draft.emit(began());
  for (const rider of state.units)
    if (canContestWeakness(rider))
      contestMountWeakness(
        draft,
        rider,
        state.units.filter((unit) => areHostile(rider, unit)),
      );
  return doneVerdict;
};

/** Sets whether a monster uses fixed values or dice. SW-DATA-6, SW-RUL-3. */
export const method = gmOrder({
  summary: 'Choose whether a monster uses fixed values or dice',
  params: z.strictObject({
    use: oneOfParam('Fixed values, or dice', ['fixed', 'dice']),
    override: flagParam('Switch even in the middle of a combat').default(false),
  }),
  resolve: (draft, call, { use, override }) => {
    const state = draft.now();
    const unit = requireCombatant(state, call.actor);
    if (!unit.ok) return unit;
    const now = unit.value.useFixed ? 'fixed' : 'dice';
    if (state.stage === 'combat' && use !== now && !state.settings.allowFixedSwitch && !override)
      return refuse('E_FIXED_LOCKED', { unit: ref(unit.value.id), method: now === 'fixed' ? 'fixed values' : 'dice' });
    return rollMethodChosen({ who: unit.value.id, useFixed: use === 'fixed' });
  },
});

/** Ends the battle by the GM’s order, at any stage. */
export const finishBattle = ({ now }: Draft, { winner, reason }: GmEnding) => {
  if (now().stage === 'closed') return refuse('E_NOT_NOW', { why: 'the battle is closed' });
  const side = winner === undefined ? undefined : findSide(winner);
  return closed({ outcome: { ...(side && { winner: side }), reason } });
};

/** Continues after a unit left: ends the combat if it is decided, else the unit’s turn. */
const continueWithoutUnit = (draft: Draft, turnOfGone: Unit | undefined): void => {
  recomputeSkirmishes(draft);
  if (endIfDecided(draft)) return;
  if (turnOfGone) endTurn(draft, turnOfGone);
  advancePhase(draft);
};

/** The battle after the GM took a unit out of it, with its mount or rider. Undefined if the unit leaves no trace. */
export const withDeparted = (state: State, who: string, as: Departure): State | undefined => {
  const unit = find(state, who);
  return unit === undefined || as === 'mistake' || state.stage === 'gathering'
    ? undefined
    : updateUnits(
        state,
        riderAndMountOf(state, unit).map(({ id }) => id),
        ({ statuses }) => ({ statuses: [...new Set([...statuses, 'left'])] }),
      );
};

/** Lets a unit, or its whole side, surrender. SW-END-1. */
export const surrender = unitOrder({
  summary: 'Surrender, alone or with the whole side',
  params: z.strictObject({ side: flagParam('The whole side surrenders').default(false) }),
  act: (draft, unit, { side }, call) => {
    const state = draft.now();
    if (state.stage !== 'combat') return refuse('E_NOT_NOW', { why: 'no round is running' });
    const units = side ? state.units.filter((each) => each.side === unit.side) : riderAndMountOf(state, unit);
    const foreign = units.find((each) => isUnitAble(each) && !mayCommandUnit(call, each));
    if (foreign) return refuse('E_NOT_YOURS', { unit: ref(foreign.id) });
    const able = units.filter(isUnitAble);
    if (able.length === 0) return refuse('E_CANNOT_ACT', { unit: ref(unit.id), reason: 'out of action' });
    for (const { id } of able) draft.emit(statusChanged({ who: id, of: 'unit', add: ['surrendered'], remove: [] }));
    const open = find(state, state.open);
    continueWithoutUnit(draft, open && able.some(({ id }) => id === turnHolder(state, open).id) ? open : undefined);
    return doneVerdict;
  },
});

/** Lets a unit leave the battlefield, by the GM’s order. SW-END-1, SW-BREAK-4. */
export const leave = gmOrder({
  summary: 'Let a unit leave the battlefield',
  params: z.strictObject({
    pursued: flagParam('Does the other side pursue, so that combat continues?').default(false),
  }),
  resolve: (draft, call, { pursued: isPursued }) => {
    const state = draft.now();
    const unit = requireCombatant(state, call.actor);
    if (!unit.ok) return unit;
    if (unit.value.statuses.includes('left'))
      return refuse('E_NOT_NOW', { why: say`${ref(unit.value.id)} has already left the battlefield` });
    if (isPursued && unit.value.side) draft.emit(pursued({ side: unit.value.side }));
    for (const { id } of riderAndMountOf(state, unit.value))
      draft.emit(statusChanged({ who: id, of: 'unit', add: ['left'], remove: [] }));
    if (state.stage !== 'combat') return doneVerdict;
    continueWithoutUnit(draft, state.open === turnHolder(state, unit.value).id ? unit.value : undefined);
    return doneVerdict;
  },
});
