import { z } from 'zod';
import { count, counted, listing, maskedRef, phrase, ref, refuse, say, sentences, term } from '../../core/message.ts';
import { line, step } from '../../rules/event.ts';
import { askQuestion, gmActor, type Question } from '../../rules/expected-action.ts';
import {
  type ForcedPath,
  findBarrier,
  formatSquare,
  moveByForce,
  type Square,
  squareParam,
  squareSchema,
  squaresParam,
} from '../../rules/grid/square.ts';
import { combatantParam, createOffer, doneVerdict, type FindParamOffers, wholeNumberParam } from '../../rules/verb.ts';
import { rollAttributeMultiple } from './attribute-checks.ts';
import { gmOnTarget, requireAsked, requireQuestion } from './checks.ts';
import { barrierChecksFor, barrierTexts, feetBetween, isSameSquare, isWithinEdges } from './engagement.ts';
import { neighbourOffsets } from './movement.ts';
import { event, find, findByName, order, percentRollSchema, type State, stopMarch, update } from './state.ts';
import { proneRows } from './strike-chance.ts';
import { percentRowsFor } from './visibility.ts';

export const forceMoved = event('force-moved', {
  facts: {
    who: z.string(),
    to: squareSchema.optional(),
    feet: z.int().optional(),
    stopped: z.boolean(),
    interrupted: z.boolean(),
    roll: percentRollSchema.optional(),
    prone: z.boolean(),
  },
  apply: (state, event) =>
    update(state, event.who, (before) => ({
      pos: event.to ?? before.pos,
      prone: before.prone || event.prone,
      aimCarried: undefined,
      ...(event.interrupted && { casting: undefined }),
      ...(event.stopped && { actionsLost: 'moved', ...stopMarch(before) }),
    })),
  narrate: ({ who, to, stopped, interrupted, prone, roll }, { reader, after }) =>
    line(
      sentences(
        to === undefined
          ? say`${ref(who)} is forced to move.`
          : say`${ref(who)} is forced to move to ${formatSquare(to)}.`,
        stopped && term('It loses the rest of its round.'),
        interrupted && term('The spell is interrupted.'),
        prone && say`${ref(who)} falls.`,
      ),
      'bad',
      [...percentRowsFor(reader, who, 'SEG-NOMOVE-4', roll), ...(prone ? proneRows(after) : [])],
    ),
});

/** Lets the GM move a combatant against its will. SEG-NOMOVE-4, SEG-INT-3. */
export const forceMove = order({
  summary: 'Move a combatant against its will',
  ...gmOnTarget,
  params: z.strictObject({
    target: combatantParam('Who is moved'),
    to: squareParam('The square to move to; leave it out if there is no map').optional(),
    feet: wholeNumberParam('Without a map: the distance in feet', 0, 1000).optional(),
  }),
  resolve: (draft, _, { to, feet }, who) => {
    const state = draft.now();
    const by = to && findBarrier(barrierChecksFor(state, who.id), to);
    if (to !== undefined && by !== undefined)
      return refuse('CANNOT_STAND', { problem: barrierTexts[by](formatSquare(to)) });
    const still = who.noMovement && who.life === 'up';
    const roll = still ? rollAttributeMultiple(state, who, 'dex', 2, draft.dice) : undefined;
    return forceMoved({
      who: who.id,
      to,
      feet,
      stopped: still,
      interrupted: who.casting !== undefined,
      roll,
      prone: roll !== undefined && !roll.success,
    });
  },
});

/** An attacker pushed a desperate defender. SEG-DEF-8. */
export const pushed = event('pushed', {
  facts: { who: z.string(), on: z.string(), squares: z.array(squareSchema), feet: z.int() },
  apply: (state, event) =>
    update({ ...state, pending: undefined }, event.on, ({ pos, pushedBy }) => ({
      pos: event.squares.at(-1) ?? pos,
      pushedBy: [...pushedBy, event.who],
      aimCarried: undefined,
    })),
  actors: ({ who }) => [who],
  narrate: ({ who, on: defender, feet, squares: through }) => {
    const [foe, far, to] = [maskedRef(defender), count(feet, 'foot', 'feet'), through.at(-1)];
    const says =
      feet === 0
        ? say`${ref(who)} pushes ${foe} against something in the way: no step back.`
        : to === undefined
          ? say`${ref(who)} pushes ${foe} back ${far}.`
          : say`${ref(who)} pushes ${foe} back ${far}, to ${formatSquare(to)}.`;
    return line(says, 'good', [[step('SEG-DEF-8', 'push of a desperate defender')]]);
  },
});

export const pushForgone = event('push-forgone', {
  facts: { who: z.string(), on: z.string() },
  apply: (state) => ({ ...state, pending: undefined }),
});

/** Asks the GM whether a combatant pushed into an obstacle stops in front of it or beside it. SEG-RUL-72. */
function* askLanding(
  state: State,
  who: string,
  on: string,
  from: Square,
  { entered: went, stopped }: ForcedPath,
): Generator<Question, readonly Square[], string> {
  if (stopped === undefined) return went;
  const last = went.at(-1) ?? from;
  const footing = barrierChecksFor(state, on);
  const sides = neighbourOffsets
    .map(({ x, y }) => ({ x: last.x + x, y: last.y + y }))
    .filter((square) => feetBetween(square, stopped.at) <= 5 && !isSameSquare(square, from));
  const beside = sides.filter((square) => findBarrier(footing, square) === undefined);
  // The question names the combatants that block squares.
  const near = state.combatants.filter(
    ({ id, life, pos }) =>
      id !== on && id !== who && life === 'up' && sides.some((square) => isSameSquare(square, pos)),
  );
  const answer: string = yield* askQuestion<string>({
    to: gmActor,
    kind: 'push-landing',
    says: sentences(
      say`${ref(who)} pushes ${ref(on)}, but ${barrierTexts[stopped.by](formatSquare(stopped.at))}.`,
      near.length > 0 && say`In the way: ${listing(near.map(({ id }) => ref(id)))}.`,
      say`Where does ${ref(on)} end up?`,
    ),
    choices: [
      {
        id: 'stop',
        label: went.length === 0 ? phrase`Stays at ${formatSquare(from)}` : phrase`Stops at ${formatSquare(last)}`,
      },
      ...beside.map((square) => ({ id: formatSquare(square), label: phrase`Lands on ${formatSquare(square)}` })),
    ],
    auto: 'stop',
  });
  const aside = beside.find((square) => formatSquare(square) === answer);
  return aside === undefined ? went : [...went, aside];
}

/** Asks the GM if something stops a push without a map. Returns the feet pushed. SEG-RUL-72. */
function* askDistance(who: string, on: string, feet: number): Generator<Question, number, string> {
  const answer = yield* askQuestion({
    to: gmActor,
    kind: 'push-landing',
    says: say`${ref(who)} pushes ${ref(on)} back ${count(feet, 'foot', 'feet')}. Is something in the way?`,
    choices: [
      { id: 'go', label: phrase`Nothing: ${counted(feet, 'foot', 'feet')} back` },
      { id: 'stop', label: 'An obstacle: no step back' },
    ],
    auto: 'go',
  });
  return answer === 'go' ? feet : 0;
}

/** Offers the squares beside the defender that may be pushed, and those behind them. SEG-DEF-8. */
const offerPushes: FindParamOffers<State> = (state) => {
  const from = state.pending?.kind === 'push' && state.settings.useMap && find(state, state.pending.on)?.pos;
  if (!from) return [];
  return neighbourOffsets
    .map(({ x, y }) => [1, 2].map((n) => ({ x: from.x + n * x, y: from.y + n * y })))
    .flatMap((squares) => [squares.slice(0, 1), squares])
    .filter((squares) => squares.every((square) => isWithinEdges(state, square)))
    .map((squares) => {
      const to = squares.at(-1);
      return { ...createOffer(squares.map(formatSquare).join(' ')), ...(to && { to }) };
    });
};

/** Pushes a desperate defender up to 10 feet in any direction. SEG-DEF-8, SEG-RUL-72. */
export const pushDefender = order({
  summary: 'Push a desperate defender up to 10 feet',
  role: 'player',
  visibility: 'seen',
  params: z.strictObject({
    target: combatantParam('Who is pushed').optional(),
    path: squaresParam('The squares the target is pushed through, two at most').optional(),
    feet: wholeNumberParam('Without a map: the distance in feet; default: 10', 1, 100).default(10),
  }),
  promptFor: () => ['path'],
  offers: { path: offerPushes },
  requires: (state, { actor }) => requireQuestion(state, 'push', actor),
  *resolve(draft, call, { target, path = [], feet }, { who, on }) {
    const state = draft.now();
    const may = requireAsked(state, call, who);
    if (!may.ok) return may;
    if (target !== undefined && findByName(state, target)?.id !== on) return refuse('NO_PENDING', { who: ref(who) });
    const defender = find(state, on);
    if (defender?.defending?.kind !== 'desperate') return refuse('NOT_DESPERATE', { target: ref(on) });
    const from = state.settings.useMap ? defender.pos : undefined;
    const stops = path.map((square, n) => feetBetween(path[n - 1] ?? from ?? square, square));
    const far = path.length === 0 ? feet : stops.reduce((sum, each) => sum + Math.max(5, each), 0);
    if (far > 10 || stops.some((each) => each > 5)) return refuse('PUSH_TOO_FAR');
    if (defender.pushedBy.includes(who)) return refuse('PUSH_USED', { who: ref(who), target: ref(on) });
    if (from === undefined) {
      draft.emit(pushed({ who, on, squares: [], feet: yield* askDistance(who, on, far) }));
      return doneVerdict;
    }
    if (path.length === 0)
      return refuse('BAD_PATH', { problem: term('on a map, give the squares of the push in the option path') });
    const entered = yield* askLanding(state, who, on, from, moveByForce(barrierChecksFor(state, on), path));
    draft.emit(pushed({ who, on, squares: [...entered], feet: 5 * entered.length }));
    return doneVerdict;
  },
});
