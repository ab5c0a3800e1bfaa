import { z } from 'zod';
import { phrase, ref, refuse, say, sentences, term } from '../../core/message.ts';
import { line, step } from '../../rules/event.ts';
import type { Square } from '../../rules/grid/square.ts';
import { combatantParam, doneVerdict, flagParam } from '../../rules/verb.ts';
import { resolveAttack } from './attack.ts';
import { rollAttributeDegree } from './attribute-checks.ts';
import {
  gmOnTarget,
  offerAllCombatants,
  requireCombatant,
  requireControlledCombatant,
  requireQuestion,
} from './checks.ts';
import { questionAsked } from './contingency/question.ts';
import { engagedFoes, isEngaged } from './engagement.ts';
import { advanceMovement, isMovingToAttack, moved, pathEnd } from './movement.ts';
import {
  type Combatant,
  type Draft,
  degreeRollSchema,
  event,
  find,
  heldMeleeWeapon,
  isAble,
  isSlotOpen,
  order,
  roundEvent,
  type State,
  sortByTieOrder,
  update,
} from './state.ts';
import { degreeRowsFor, describeVisibleCombatants } from './visibility.ts';
import { effectiveTmr } from './wounds.ts';

export const freeAttackAnswered = event('free-attack-answered', {
  facts: { who: z.string(), takes: z.boolean() },
  apply: (state, event) => {
    const { pending } = state;
    if (pending?.kind !== 'free-attack') return state;
    const left = pending.left.filter((each) => each !== event.who);
    const taking = event.takes ? [...pending.taking, event.who] : pending.taking;
    return { ...state, pending: left.length === 0 ? undefined : { ...pending, left, taking } };
  },
  narrate: ({ who, takes }) => (takes ? undefined : line(say`${ref(who)} forgoes the free attack.`, 'quiet')),
});

/** A combatant is about to leave a melee; its opponents’ free attacks come first. SEG-WITHDRAW-2. */
export const leftMelee = roundEvent('left-melee', {
  facts: { who: z.string(), from: z.array(z.string()), freeAttackers: z.array(z.string()) },
  apply: (state, event) => update(state, event.who, () => ({ parted: true })),
  narrate: ({ who, from }, { reader }) => {
    const behind = describeVisibleCombatants(reader, from);
    return behind === undefined
      ? undefined
      : line(say`${ref(who)} leaves the melee with ${behind}.`, 'quiet', [
          [step('SEG-WITHDRAW-2', 'free attacks first')],
        ]);
  },
});

export const disengaged = roundEvent('disengaged', {
  facts: { who: z.string() },
  apply: (state, event) => ({ ...state, engagements: state.engagements.filter((pair) => !pair.includes(event.who)) }),
});

/** The GM allowed or denied a free attack. SEG-WITHDRAW-3. */
export const freeAttackRuled = event('free-attack-ruled', {
  facts: { opponent: z.string(), on: z.string().optional(), allowed: z.boolean() },
  apply: (state, event) => {
    const { opponent, on, allowed } = event;
    const others = state.freeRulings.filter((each) => each.opponent !== opponent || each.on !== on);
    return { ...state, freeRulings: [...others, { opponent, allowed, on }] };
  },
  narrate: ({ opponent, on: leaving, allowed }, { reader }) =>
    reader.gm
      ? line(
          sentences(
            allowed ? say`${ref(opponent)} gets its free attack.` : say`${ref(opponent)} does not get its free attack.`,
            leaving !== undefined && say`This counts only against ${ref(leaving)}.`,
          ),
          'quiet',
        )
      : undefined,
});

/** True if the combatant goes to attack a foe other than its present opponents in melee. SEG-WITHDRAW-8, SEG-RUL-74. */
const isManeuvering = (who: Combatant, foes: readonly Combatant[]): boolean => {
  const targets = who.initiatives.flatMap(({ kind, use, status, target }) =>
    kind === 'attack' && use === 'melee' && status !== 'lost' ? [target] : [],
  );
  if (isMovingToAttack(who)) return targets.length > 0;
  return who.declaration?.main === 'attack' && targets.some((target) => foes.every(({ id }) => id !== target));
};

/** The foes in melee that this movement leaves. Empty if the movement is no withdrawal. SEG-WITHDRAW-1, SEG-RUL-74. */
const findFoesLeftBehind = (state: State, who: Combatant, to: Square | undefined): readonly Combatant[] => {
  const foes = engagedFoes(state, who);
  const declared = who.declaration;
  if (declared === undefined || foes.length === 0) return [];
  if (declared.main === 'withdraw') return foes;
  if (isManeuvering(who, foes)) return [];
  if (to === undefined) return declared.route !== undefined && 'away' in declared.route ? foes : [];
  const there = { ...who, pos: to };
  return foes.some((foe) => isEngaged(state, there, foe)) ? [] : foes;
};

/** True if the opponent attacks only others, while an ally of `leaving` fights it in melee. SEG-WITHDRAW-3. */
const isKeptBusy = (state: State, opponent: Combatant, leaving: Combatant): boolean => {
  const targets =
    opponent.initiatives.length > 0
      ? opponent.initiatives.flatMap(({ kind, target }) => (kind === 'attack' && target !== undefined ? [target] : []))
      : (opponent.declaration?.attacks ?? []).map(({ target }) => target);
  return (
    targets.length > 0 &&
    !targets.includes(leaving.id) &&
    state.combatants.some(
      (each) => each.id !== leaving.id && each.team === leaving.team && isEngaged(state, each, opponent),
    )
  );
};

/** True if the opponent may make a free attack on `leaving`. SEG-WITHDRAW-3, SEG-RUL-73, SEG-RUL-75. */
export const canMakeFreeAttack = (state: State, opponent: Combatant, leaving: Combatant): boolean => {
  if (!isAble(opponent) || heldMeleeWeapon(opponent) === undefined) return false;
  const freeAttackRuling =
    state.freeRulings.find((each) => each.opponent === opponent.id && each.on === leaving.id) ??
    state.freeRulings.find((each) => each.opponent === opponent.id && each.on === undefined);
  if (freeAttackRuling !== undefined) return freeAttackRuling.allowed;
  const { defending } = opponent;
  if (defending?.kind === 'full' || defending?.kind === 'desperate') return false;
  if (leaving.march?.spared.includes(opponent.id)) return false;
  if (!state.settings.freeAttackFlyer && leaving.sheet.agileFlyer && leaving.declaration?.byAir === true) return false;
  return state.settings.freeAttackBusy || !isKeptBusy(state, opponent, leaving);
};

/** Makes one free attack; the opponent loses no normal attack by it. SEG-WITHDRAW-2, SEG-WITHDRAW-4, SEG-WITHDRAW-5. */
const makeFreeAttack = (draft: Draft, opponentId: string, on: string): void => {
  const state = draft.now();
  const opponent = find(state, opponentId);
  const leaving = find(state, on);
  const held = opponent && heldMeleeWeapon(opponent);
  if (opponent === undefined || leaving === undefined || held === undefined) return;
  if (!isAble(opponent) || leaving.life !== 'up') return;
  const attack = {
    attacker: opponent,
    target: leaving,
    ...held,
    segment: state.clock?.segment ?? 10,
    number: undefined,
  };
  draft.emit(resolveAttack(state, attack, draft.dice));
};

/** Takes a combatant out of its melee, if the combatant is still able. SEG-WITHDRAW-7. */
const disengage = (draft: Draft, who: string): void => {
  const leaving = find(draft.now(), who);
  if (leaving !== undefined && isAble(leaving)) draft.emit(disengaged({ who }));
};

/** Resolves free attacks before the first step. True if the round must wait for an answer. SEG-WITHDRAW-1. */
export const startWithdrawal = (draft: Draft, who: string, to: Square | undefined): boolean => {
  const state = draft.now();
  const leaving = find(state, who);
  if (leaving === undefined) return false;
  const behind = sortByTieOrder(state, findFoesLeftBehind(state, leaving, to));
  const freeAttackers = behind
    .filter((each) => canMakeFreeAttack(state, each, leaving) && !draft.hiddenFrom(each.id).includes(who))
    .map(({ id }) => id);
  draft.emit(leftMelee({ who, from: behind.map(({ id }) => id), freeAttackers }));
  if (behind.length === 0) return false;
  if (freeAttackers.length > 0 && !state.settings.autoFreeAttack) {
    draft.emit(questionAsked({ pending: { kind: 'free-attack', on: who, left: freeAttackers, taking: [] } }));
    return true;
  }
  for (const attacker of freeAttackers) makeFreeAttack(draft, attacker, who);
  disengage(draft, who);
  return false;
};

/** Takes or declines a free attack. After the last answer, all free attacks are made in tie order. SEG-WITHDRAW-2. */
export const freeAttack = order({
  summary: 'Take or forgo the free attack on an enemy who leaves the melee',
  role: 'player',
  visibility: 'seen',
  params: z.strictObject({ take: flagParam('Yes takes the free attack, no forgoes it').default(true) }),
  promptFor: () => ['take'],
  requires: (state, { actor }) => requireQuestion(state, 'free-attack', actor),
  resolve: (draft, call, { take }, { on, left, taking }) => {
    const state = draft.now();
    const found = requireControlledCombatant(state, call);
    if (!found.ok) return found;
    const { id, stunned } = found.value;
    if (stunned) return refuse('STUNNED', { who: ref(id) });
    if (!left.includes(id)) return refuse('NO_FREE_ATTACK', { who: ref(id), target: ref(on) });

    draft.emit(freeAttackAnswered({ who: id, takes: take }));
    if (left.length > 1) return doneVerdict;
    const takers = [...taking, ...(take ? [id] : [])].flatMap((each) => find(state, each) ?? []);
    for (const each of sortByTieOrder(state, takers)) makeFreeAttack(draft, each.id, on);
    disengage(draft, on);
    return doneVerdict;
  },
});

const ruling = (summary: string, allowed: boolean) =>
  order({
    summary,
    ...gmOnTarget,
    params: z.strictObject({
      target: combatantParam('The opponent who would attack'),
      leaving: combatantParam('Only when this enemy leaves the melee').optional(),
    }),
    offers: { target: offerAllCombatants, leaving: offerAllCombatants },
    resolve: (draft, _, { leaving }, opponent) => {
      const who = leaving === undefined ? undefined : requireCombatant(draft.now(), leaving);
      if (who?.ok === false) return who;
      return freeAttackRuled({ opponent: opponent.id, allowed, on: who?.value.id });
    },
  });

/** Lets the GM allow a free attack that the rules would deny. SEG-WITHDRAW-3. */
export const allowFreeAttack = ruling('Allow an opponent its free attack this round', true);

export const denyFreeAttack = ruling('Deny an opponent its free attack this round', false);

/** It was decided when a combatant moves after its last attack, or that it does not move. SEG-COMBO-7, SEG-COMBO-9. */
export const movementAfterAttackScheduled = event('movement-after-attack-scheduled', {
  facts: {
    who: z.string(),
    last: z.int().optional(),
    roll: degreeRollSchema.optional(),
    begins: z.int().optional(),
    covered: z.int(),
  },
  apply: (state, event) =>
    update(state, event.who, ({ march }) => ({
      ...(march && {
        march:
          event.begins === undefined
            ? { ...march, done: true, begins: -99 }
            : { ...march, begins: event.begins, covered: event.covered },
      }),
    })),
  narrate: ({ who, last, roll, begins }, { reader }) => {
    const says =
      begins === undefined
        ? say`${ref(who)} cannot move any more this round.`
        : say`${ref(who)} moves from segment ${begins} on.`;
    return line(says, 'quiet', [
      ...(last === undefined ? [] : [[step('SEG-COMBO-9', phrase`last attack on segment ${last}`)]]),
      ...degreeRowsFor(reader, who, 'SEG-COMBO-7', term('DEX'), roll),
    ]);
  },
});

/** Segment of the last attack made, else the lowest segment. Undefined without attacks. SEG-COMBO-9, SEG-RUL-58. */
const findLastAttackSegment = ({ initiatives }: Combatant): number | undefined => {
  const made = initiatives.filter(({ status }) => status === 'done').map(({ at, segment }) => at ?? segment);
  const all = made.length > 0 ? made : initiatives.map(({ segment }) => segment);
  return all.length === 0 ? undefined : Math.min(...all);
};

/** Rolls if and when movement begins, after the last attack. SEG-COMBO-5, SEG-COMBO-6, SEG-COMBO-8. */
export const scheduleMovementAfterAttack = (draft: Draft, who: string): void => {
  const state = draft.now();
  const found = find(state, who);
  if (found?.march === undefined || found.march.begins !== undefined || !isAble(found)) return;
  if (found.initiatives.some(isSlotOpen)) return;
  const last = findLastAttackSegment(found);
  const facts = { who, last };
  if (last !== undefined && last <= 1) {
    draft.emit(movementAfterAttackScheduled({ ...facts, covered: 0 }));
    return;
  }
  const roll = last === undefined || last > 10 ? undefined : rollAttributeDegree(state, found, 'dex', draft.dice);
  const begins = last === undefined || roll === undefined ? 10 : last - roll.degree;
  const goes = (roll?.degree ?? 1) <= 4 && begins >= 1;
  const covered = goes ? countMissedUnits(state, found, begins) : 0;
  draft.emit(movementAfterAttackScheduled({ ...facts, roll, ...(goes && { begins }), covered }));
  makeMissedSteps(draft, who, covered);
};

/** Movement units that the combatant missed because it lost its last attack only now. */
const countMissedUnits = (state: State, who: Combatant, begins: number): number => {
  const { clock } = state;
  if (clock === undefined || clock.segment > 10) return 0;
  const gone = begins - Math.max(clock.segment, 0) + (clock.moved ? 1 : 0);
  return Math.max(0, Math.min(gone, begins)) * (who.march?.rate ?? 0) * effectiveTmr(state, who);
};

/** Moves the combatant for the segments that it missed. SEG-COMBO-9. */
const makeMissedSteps = (draft: Draft, who: string, covered: number): void => {
  if (covered === 0) return;
  const found = find(draft.now(), who);
  if (found?.march === undefined || startWithdrawal(draft, who, pathEnd(found.march))) return;
  const after = find(draft.now(), who);
  if (after?.march === undefined || after.march.done || !isAble(after)) return;
  const went = advanceMovement(draft.now(), after, after.march, 0);
  const segment = draft.now().clock?.segment ?? 0;
  draft.emit(moved({ segment, marches: [{ who, ...went }] }));
};
