import { z } from 'zod';
import { listing, ref, say } from '../../core/message.ts';
import { type EventOf, line, step } from '../../rules/event.ts';
import type { DamageRoll } from './damage.ts';
import type { Settings } from './settings.ts';
import {
  combatantId,
  type DeferredEffect,
  type Draft,
  deferredEffectSchema,
  event,
  find,
  groupMemberSchema,
  type State,
  type TurnStep,
  update,
  updateWeapon,
} from './state.ts';
import { wounded } from './wounds.ts';

/** ST-SIM-1, ST-INIT-7: do these two steps act simultaneously? */
export const areSimultaneous = (a: TurnStep, b: TurnStep, { secondActions }: Settings): boolean =>
  a.value === b.value &&
  a.rating === b.rating &&
  a.late === b.late &&
  (secondActions === 'count' || a.slot === b.slot) &&
  a.combatant !== b.combatant;

/** The next step in order and those that are simultaneous with it, in roster order; none when all are over. */
export const nextStepGroup = (state: State): readonly TurnStep[] => {
  const [head, ...rest] = state.steps.filter(({ over }) => !over);
  if (head === undefined) return [];
  const end = rest.findIndex((each) => !areSimultaneous(head, each, state.settings));
  return [head, ...(end === -1 ? rest : rest.slice(0, end))];
};

/** Members of the open group whose step is not over; ST-SIM-2 lets the first of them act. */
export const openGroupSteps = ({ open, steps }: State): readonly TurnStep[] =>
  (open?.members ?? []).flatMap(({ combatant, slot }) =>
    steps.filter((each) => each.combatant === combatant && each.slot === slot && !each.over),
  );

/** The step that acts now or, while second actions are nominated, will act next. */
export const currentStep = (state: State): TurnStep | undefined => openGroupSteps(state)[0] ?? nextStepGroup(state)[0];

/** ST-SIM-1: what follows belongs to this group. */
export const stepOpened = event(
  'step-opened',
  { members: z.array(groupMemberSchema) },
  {
    apply: (state, { members }) => ({ ...state, batch: state.batch + 1, open: { members, held: [] } }),
    narrate: ({ members }, { reader }) => {
      const seen = members.filter(({ combatant }) => reader.canSee(combatant)).map(({ combatant }) => ref(combatant));
      return seen.length < 2
        ? undefined
        : line(say`${listing(seen)} act simultaneously.`, 'plain', [[step('ST-SIM-1', 'equal score and rating')]]);
    },
  },
);

/** ST-SIM-3, ST-SIM-4: it waits until the open group is over. */
export const effectDeferred = event(
  'held',
  { what: deferredEffectSchema },
  {
    apply: (state, { what }) =>
      state.open === undefined ? state : { ...state, open: { ...state.open, held: [...state.open.held, what] } },
    narrate: () => undefined,
  },
);

export const stepClosed = event(
  'step-closed',
  {},
  { apply: (state) => ({ ...state, open: undefined }), narrate: () => undefined },
);

/** ST-SIM-4: what a blow costs waits until the open group is over. */
export const deferWounds = ({ emit }: Draft, target: string, blow: DamageRoll | undefined): void => {
  if (blow !== undefined && (blow.healthLost > 0 || blow.dazes))
    emit(effectDeferred({ what: { kind: 'wound', target, healthLost: blow.healthLost, dazes: blow.dazes } }));
};

/** ST-SIM-4, ST-SIM-5, ST-RUL-54: what one group did, applied at once: losses summed for each target, daze by single attack. */
export const applyDeferredEffects = (
  { now, emit }: Draft,
  held: readonly DeferredEffect[],
  cause: EventOf<typeof wounded>['cause'],
): void => {
  const wounds = new Map<string, { healthLost: number; dazed: boolean }>();
  for (const each of held) {
    if (each.kind !== 'wound') continue;
    const before = wounds.get(each.target) ?? { healthLost: 0, dazed: false };
    wounds.set(each.target, {
      healthLost: before.healthLost + each.healthLost,
      dazed: before.dazed || each.dazes,
    });
  }
  for (const [who, wound] of wounds) if (find(now(), who)) emit(wounded({ who, ...wound, cause }));
  for (const each of held)
    if (each.kind === 'ready' && find(now(), each.who))
      emit(readied({ who: each.who, weapon: each.weapon, ready: each.ready }));
};

/** A weapon drawn or put away (ST-ACT-5). */
export const readied = event(
  'readied',
  { who: combatantId, weapon: z.string(), ready: z.boolean() },
  {
    apply: (state, { who, weapon, ready }) => update(state, who, (me) => updateWeapon(me, weapon, { ready })),
    narrate: ({ who, weapon, ready }) => line(say`${ref(who)} ${ready ? 'readies' : 'stows'} the ${weapon}.`),
  },
);
