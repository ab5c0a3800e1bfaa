import { sameName } from '../../core/text.ts';
import { type Square, squareFrom, squareName } from '../../rules/grid/square.ts';
import { adjacent, groundOf, isBetween, same } from './board.ts';
import { loseCondition } from './conditions.ts';
import { figuresOf, hostile } from './seats.ts';
import { levelOf, type Skill, test, testable, warriorSteps } from './skill-tests.ts';
import type { Draft, Edge, Figure, Part, State, Thing } from './state.ts';

/** DS-ACT-7. What a warrior may do with an Interact action where it stands. */
export type Interaction =
  | { readonly kind: 'door'; readonly edge: Edge }
  | { readonly kind: 'take'; readonly thing: Thing }
  | { readonly kind: 'give'; readonly thing: Thing; readonly to: string }
  | { readonly kind: 'use'; readonly thing: Thing }
  | { readonly kind: 'medicine'; readonly patient: string; readonly condition: 'stunned' | 'wounded' };

/** How an interaction is written: `door E5 E6`, `take lantern`, `give Tam`, `use chest`, `medicine Tam stunned`. */
export const interactionText = (each: Interaction): string => {
  switch (each.kind) {
    case 'door':
      return `door ${squareName(each.edge.a)} ${squareName(each.edge.b)}`;
    case 'take':
    case 'use':
      return `${each.kind} ${each.thing.name}`;
    case 'give':
      return `give ${each.to}`;
    case 'medicine':
      return `medicine ${each.patient} ${each.condition}`;
  }
};

const doorsAt = (state: State, { at }: Figure): readonly Interaction[] =>
  (state.board?.edges ?? [])
    .filter(({ door, a, b }) => door && (same(a, at) || same(b, at)))
    .map((edge) => ({ kind: 'door', edge }));

/** DS-ACT-8. The medic itself and friends in adjacent spaces, one entry for each condition. */
const patientsOf = (near: (at: Square) => boolean, state: State, medic: Figure): readonly Interaction[] =>
  levelOf(medic, 'medicine') === undefined
    ? []
    : figuresOf(state)
        .filter((figure) => figure.id === medic.id || (!hostile(state, figure, medic) && near(figure.at)))
        .flatMap((figure) =>
          (['wounded', 'stunned'] as const)
            .filter((condition) => figure.conditions.includes(condition))
            .map((condition): Interaction => ({ kind: 'medicine', patient: figure.id, condition })),
        );

/** Everything this warrior could interact with now. */
export const interactions = (state: State, warrior: Figure): readonly Interaction[] => {
  if (state.board === undefined) return [];
  const ground = groundOf(state.board);
  const near = (at: Square) => same(at, warrior.at) || adjacent(ground, at, warrior.at);
  const friends = figuresOf(state).filter(
    (figure) => figure.id !== warrior.id && !hostile(state, figure, warrior) && near(figure.at),
  );
  return [
    ...doorsAt(state, warrior),
    ...state.things.flatMap((thing): readonly Interaction[] => {
      if (thing.kind === 'use') return thing.used || !near(thing.at) ? [] : [{ kind: 'use', thing }];
      if (thing.kind !== 'lantern') return [];
      if (thing.carrier === warrior.id) return friends.map(({ id }) => ({ kind: 'give', thing, to: id }));
      return thing.carrier === undefined && near(thing.at) ? [{ kind: 'take', thing }] : [];
    }),
    ...patientsOf(near, state, warrior),
  ];
};

const squaresIn = (text: string): readonly Square[] =>
  text
    .split(/[\s/-]+/)
    .map(squareFrom)
    .filter((each) => each !== undefined);

/** The one that a text means; the first of several, so that `medicine Tam` treats wounds first. */
export const interactionCalled = (all: readonly Interaction[], text: string): Interaction | undefined => {
  const [, word = '', rest = ''] = /^\s*(\S+)\s*(.*?)\s*$/.exec(text) ?? [];
  const kind = word.toLowerCase();
  const [a, b] = squaresIn(rest);
  const fits = (each: Interaction): boolean => {
    if (rest === '') return true;
    switch (each.kind) {
      case 'door':
        return a !== undefined && b !== undefined && isBetween(each.edge, a, b);
      case 'take':
      case 'use':
        return sameName(each.thing.name, rest);
      case 'give':
        return sameName(each.to, rest);
      case 'medicine':
        return sameName(each.patient, rest) || sameName(each.condition, rest);
    }
  };
  const bare = (each: Interaction): boolean =>
    (each.kind === 'take' || each.kind === 'use') && sameName(each.thing.name, text);
  return (
    all.find((each) => sameName(interactionText(each), text)) ??
    all.find((each) => (each.kind === kind ? fits(each) : bare(each)))
  );
};

const skillOf = (text: string | undefined): Skill | undefined => testable.find((skill) => skill === text);

/** DS-ACT-7, DS-ACT-8, DS-BOARD-16. Does it, the action being paid. */
export function* interact(draft: Draft, warrior: Figure, what: Interaction): Part {
  const state = draft.now();
  switch (what.kind) {
    case 'door': {
      const { a, b, kinds } = what.edge;
      draft.emit({ type: 'door-toggled', warrior: warrior.id, a, b, open: kinds.length > 0 });
      return;
    }
    case 'take':
      draft.emit({ type: 'thing-taken', warrior: warrior.id, thing: what.thing.name });
      return;
    case 'give':
      draft.emit({ type: 'thing-given', warrior: warrior.id, thing: what.thing.name, to: what.to });
      return;
    case 'use': {
      const skill = skillOf(what.thing.test);
      const tested =
        skill &&
        (yield* test(draft, skill, warrior.owner, warriorSteps(state, warrior, skill), { kind: 'other' }, warrior.id));
      const passed = tested?.passed ?? true;
      draft.emit({
        type: 'thing-used',
        warrior: warrior.id,
        thing: what.thing.name,
        roll: tested?.roll,
        passed,
      });
      if (passed && what.thing.vp !== 0)
        draft.emit({ type: 'scored', seat: warrior.owner, vp: what.thing.vp, why: what.thing.name });
      return;
    }
    case 'medicine': {
      const tested = yield* test(
        draft,
        'medicine',
        warrior.owner,
        warriorSteps(state, warrior, 'medicine'),
        { kind: 'other' },
        warrior.id,
      );
      draft.emit({
        type: 'treated',
        warrior: warrior.id,
        target: what.patient,
        condition: what.condition,
        ...tested,
      });
      if (tested.passed) yield* loseCondition(draft, what.patient, what.condition);
      return;
    }
  }
}
