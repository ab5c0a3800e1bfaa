import { z } from 'zod';
import { isSameName, maskedRef, phrase, ref, refuse, say, type Text, term } from '../../core/message.ts';
import { createTally, line } from '../../rules/event.ts';
import { formatSquare, parseSquare, type Square, squareSchema } from '../../rules/grid/square.ts';
import { createOffer, doneVerdict, textParam } from '../../rules/verb.ts';
import { spendAction } from './activation/actions.ts';
import { edgeGridOf, isAdjacent, isEdgeBetween, isSameSquare } from './board/board.ts';
import { areHostile, noOffers, offersForCurrentPlayer, requireActivation } from './checks.ts';
import { loseCondition } from './conditions.ts';
import { rollSchema } from './dice/roll.ts';
import { endWhenAllUsed, scored } from './scenarios.ts';
import { findSkill, skillLevel, testResultShape, testRow, testWarrior } from './skill-tests.ts';
import {
  type BoardObject,
  conditions,
  type Draft,
  type Edge,
  event,
  type Figure,
  figuresOf,
  findActingWarrior,
  isBroken,
  order,
  type PartialRuling,
  type State,
  stepsSchema,
  updateObject,
} from './state.ts';

/** A warrior opens or closes a door. DS-BOARD-16. */
export const doorToggled = event('door-toggled', {
  facts: { warrior: z.string(), a: squareSchema, b: squareSchema, open: z.boolean() },
  apply: (state, { a, b, open }) =>
    state.board === undefined
      ? state
      : {
          ...state,
          board: {
            ...state.board,
            edges: state.board.edges.map((edge) =>
              isSameSquare(edge.a, a) && isSameSquare(edge.b, b)
                ? { ...edge, kinds: open ? [] : ['blocking', 'obscuring'] }
                : edge,
            ),
          },
        },
  narrate: ({ a, b, open }) => {
    const door = `${formatSquare(a)}/${formatSquare(b)}`;
    return line(open ? phrase`The door ${door} is opened.` : phrase`The door ${door} is closed.`);
  },
});

export const objectTaken = event('object-taken', {
  facts: { warrior: z.string(), object: z.string() },
  apply: (state, { warrior, object }) => updateObject(state, object, { carrier: warrior }),
  narrate: ({ warrior, object }) => line(say`${ref(warrior)} takes ${term(object)}.`),
});

export const objectGiven = event('object-given', {
  facts: { warrior: z.string(), object: z.string(), to: z.string() },
  apply: (state, { object, to }) => updateObject(state, object, { carrier: to }),
  narrate: ({ warrior, object, to }) => line(say`${ref(warrior)} hands ${term(object)} to ${maskedRef(to)}.`),
});

export const objectUsed = event('object-used', {
  facts: {
    warrior: z.string(),
    object: z.string(),
    roll: rollSchema.optional(),
    passed: z.boolean(),
    /** The tested skill, the parts of its dice step and the count. Undefined if no test was needed. */
    skill: z.string().optional(),
    steps: stepsSchema.optional(),
    count: z.int().optional(),
  },
  apply: (state, { object, passed }) => (passed ? updateObject(state, object, { used: true }) : state),
  narrate: ({ warrior, object, roll, passed, skill = 'test', steps = {}, count = 0 }) =>
    line(
      passed ? say`${ref(warrior)} uses ${term(object)}.` : say`${ref(warrior)} fails with ${term(object)}.`,
      passed ? 'good' : 'bad',
      roll ? [testRow(term(skill), { steps, roll, count })] : [],
    ),
});

/** A medic treats a condition, successfully or not. DS-ACT-8, RULING-76. */
export const treated = event('treated', {
  facts: {
    warrior: z.string(),
    target: z.string(),
    condition: z.enum(conditions),
    ...testResultShape,
  },
  narrate: ({ warrior, target, condition, passed, ...test }) =>
    line(
      passed
        ? say`${ref(warrior)} treats ${maskedRef(target)}: no longer ${term(condition)}.`
        : say`${ref(warrior)} fails to treat ${maskedRef(target)}: still ${term(condition)}.`,
      passed ? 'good' : 'bad',
      [testRow(term('Medicine'), test)],
    ),
  tallies: ({ warrior, target, passed }) => (passed ? [createTally(target, 'healed', 1, warrior)] : []),
});

/** Something a warrior can do from its space with an Interact action. DS-ACT-7. */
export type Interaction =
  | { readonly kind: 'door'; readonly edge: Edge }
  | { readonly kind: 'take'; readonly object: BoardObject }
  | { readonly kind: 'give'; readonly object: BoardObject; readonly to: string }
  | { readonly kind: 'use'; readonly object: BoardObject }
  | { readonly kind: 'medicine'; readonly patient: string; readonly condition: 'stunned' | 'wounded' };

/** Formats an interaction: `door E5 E6`, `take lantern`, `give Tam`, `use chest`, `medicine Tam stunned`. */
export const formatInteraction = (each: Interaction): string => {
  switch (each.kind) {
    case 'door':
      return `door ${formatSquare(each.edge.a)} ${formatSquare(each.edge.b)}`;
    case 'take':
    case 'use':
      return `${each.kind} ${each.object.name}`;
    case 'give':
      return `give ${each.to}`;
    case 'medicine':
      return `medicine ${each.patient} ${each.condition}`;
  }
};

const doorsAt = (state: State, { at }: Figure): readonly Interaction[] =>
  (state.board?.edges ?? [])
    .filter(({ door, a, b }) => door && (isSameSquare(a, at) || isSameSquare(b, at)))
    .map((edge) => ({ kind: 'door', edge }));

/** The medic and adjacent friends who can be treated, with one entry for each condition. DS-ACT-8. */
const findPatients = (near: (at: Square) => boolean, state: State, medic: Figure): readonly Interaction[] =>
  skillLevel(medic, 'medicine') === undefined
    ? []
    : figuresOf(state)
        .filter((figure) => figure.id === medic.id || (!areHostile(state, figure, medic) && near(figure.at)))
        .flatMap((figure) =>
          (['wounded', 'stunned'] as const)
            .filter((condition) => figure.conditions.includes(condition))
            .map((condition): Interaction => ({ kind: 'medicine', patient: figure.id, condition })),
        );

/** All interactions that this warrior could take from its space. */
export const possibleInteractions = (state: State, warrior: Figure): readonly Interaction[] => {
  if (state.board === undefined) return [];
  const ground = edgeGridOf(state.board);
  const near = (at: Square) => isSameSquare(at, warrior.at) || isAdjacent(ground, at, warrior.at);
  const friends = figuresOf(state).filter(
    (figure) => figure.id !== warrior.id && !areHostile(state, figure, warrior) && near(figure.at),
  );
  return [
    ...doorsAt(state, warrior),
    ...state.objects.flatMap((object): readonly Interaction[] => {
      if (isBroken(object)) return [];
      if (object.kind === 'use') return object.used || !near(object.at) ? [] : [{ kind: 'use', object }];
      if (object.kind !== 'lantern') return [];
      if (object.carrier === warrior.id) return friends.map(({ id }) => ({ kind: 'give', object, to: id }));
      return object.carrier === undefined && near(object.at) ? [{ kind: 'take', object }] : [];
    }),
    ...findPatients(near, state, warrior),
  ];
};

const parseSquares = (text: string): readonly Square[] =>
  text
    .split(/[\s/-]+/)
    .map(parseSquare)
    .filter((each) => each !== undefined);

/** Finds a typed interaction. If several fit, the first: `medicine Tam` treats wounds first. */
const findInteraction = (all: readonly Interaction[], text: string): Interaction | undefined => {
  const [, word = '', rest = ''] = /^\s*(\S+)\s*(.*?)\s*$/.exec(text) ?? [];
  const kind = word.toLowerCase();
  const [a, b] = parseSquares(rest);
  const fits = (each: Interaction): boolean => {
    if (rest === '') return true;
    switch (each.kind) {
      case 'door':
        return a !== undefined && b !== undefined && isEdgeBetween(each.edge, a, b);
      case 'take':
      case 'use':
        return isSameName(each.object.name, rest);
      case 'give':
        return isSameName(each.to, rest);
      case 'medicine':
        return isSameName(each.patient, rest) || isSameName(each.condition, rest);
    }
  };
  const bare = (each: Interaction): boolean =>
    (each.kind === 'take' || each.kind === 'use') && isSameName(each.object.name, text);
  return (
    all.find((each) => isSameName(formatInteraction(each), text)) ??
    all.find((each) => (each.kind === kind ? fits(each) : bare(each)))
  );
};

/** Resolves an interaction after its action has been paid. DS-ACT-7, DS-ACT-8, DS-BOARD-16. */
function* doInteraction(draft: Draft, warrior: Figure, what: Interaction): PartialRuling {
  switch (what.kind) {
    case 'door': {
      const { a, b, kinds } = what.edge;
      draft.emit(doorToggled({ warrior: warrior.id, a, b, open: kinds.length > 0 }));
      return;
    }
    case 'take':
      draft.emit(objectTaken({ warrior: warrior.id, object: what.object.name }));
      return;
    case 'give':
      draft.emit(objectGiven({ warrior: warrior.id, object: what.object.name, to: what.to }));
      return;
    case 'use': {
      const skill = findSkill(what.object.test);
      const tested = skill && (yield* testWarrior(draft, warrior, skill, { kind: 'other' }));
      const passed = tested?.passed ?? true;
      draft.emit(
        objectUsed({
          warrior: warrior.id,
          object: what.object.name,
          passed,
          ...(tested && { roll: tested.roll, skill, steps: tested.steps, count: tested.count }),
        }),
      );
      if (passed && what.object.vp !== 0)
        draft.emit(scored({ seat: warrior.owner, vp: what.object.vp, why: what.object.name }));
      if (passed) endWhenAllUsed(draft);
      return;
    }
    case 'medicine': {
      const tested = yield* testWarrior(draft, warrior, 'medicine', { kind: 'other' });
      draft.emit(treated({ warrior: warrior.id, target: what.patient, condition: what.condition, ...tested }));
      if (tested.passed) yield* loseCondition(draft, what.patient, what.condition);
      return;
    }
  }
}

const interactionLabel = (each: Interaction): Text => {
  switch (each.kind) {
    case 'give':
      return say`give ${ref(each.to)}`;
    case 'medicine':
      return say`medicine ${ref(each.patient)} ${term(each.condition)}`;
    case 'door':
    case 'take':
    case 'use':
      return formatInteraction(each);
  }
};

const interactable = offersForCurrentPlayer((state) => {
  const acting = findActingWarrior(state);
  return acting === undefined
    ? noOffers
    : possibleInteractions(state, acting.warrior).map((each) => ({
        ...createOffer(formatInteraction(each), interactionLabel(each)),
        ...(each.kind === 'give' && { who: each.to }),
        ...(each.kind === 'medicine' && { who: each.patient }),
      }));
});

/** Takes an Interact action. DS-CMD-13, DS-ACT-7. */
export const interact = order({
  summary: 'Take an Interact action: a door, an object of the scenario, or Medicine',
  role: 'player',
  params: z.strictObject({
    what: textParam('What to do, like door E5 E6, take lantern, give Tam, use chest, medicine Tam stunned', 200),
  }),
  offers: { what: interactable },
  requires: requireActivation,
  resolve: function* (draft, _call, { what }, { activation, warrior }) {
    const state = draft.now();
    if (activation.actions === 0) return refuse('E_NO_ACTIONS', { warrior: ref(warrior.id) });
    const chosen = findInteraction(possibleInteractions(state, warrior), what);
    if (chosen === undefined) return refuse('E_NOTHING_TO_INTERACT', { warrior: ref(warrior.id) });
    yield* spendAction(draft, warrior.id, 'interact', () => doInteraction(draft, warrior, chosen));
    return doneVerdict;
  },
});
