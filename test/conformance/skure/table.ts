import { z } from 'zod';
import { createScriptedDice, type ScriptedDie } from '../../../src/dice/dice.ts';
import type { Caller, Question } from '../../../src/rules/expected-action.ts';
import type { Game, GameAction } from '../../../src/rules/game.ts';
import { gmViewer } from '../../../src/rules/reader.ts';
import { type BattleEvent, events as eventTable } from '../../../src/systems/skure/index.ts';
import { sheetOf } from './setup.ts';
import { type Action, settingsByHand, takesIt, text, verbOf } from './words.ts';

const events = z.array(eventTable.event);

export interface Pending {
  readonly doing: GameAction;
  readonly call: Caller;
  readonly answers: readonly string[];
  readonly question: Question;
  readonly action: Action;
}

/** The result of one step. */
export interface Played {
  readonly game: Game;
  readonly events: readonly BattleEvent[];
  readonly error: string | undefined;
  readonly pending: Pending | undefined;
  readonly asked: boolean;
  /** The order that the last step completed by answering a question. */
  readonly resumed?: Action;
}

/** Verbs that leave an open question as it is. */
const meanwhile: readonly string[] = ['say', 'ask', 'stunt'];

/** Plays the steps of one case on one battle, with one row of dice. */
export const table = (first: Game, dice: readonly number[], controllers: Readonly<Record<string, string>>) => {
  let remaining: readonly ScriptedDie[] = dice.map((value) => ({ value, sides: 100 }));
  let pending: Pending | undefined;
  let game = first;

  const callOf = (action: Action): Caller => {
    const actor = text(action.actor);
    const by = text(action.by) || controllers[actor] || actor;
    const gm = by === 'BM';
    const given = Object.entries(controllers)
      .filter(([, person]) => person === by)
      .map(([name]) => name);
    return {
      actor: gm && actor === 'BM' ? 'gm' : actor,
      by,
      gm,
      controls:
        controllers[actor] === undefined && (by === actor || by === `player:${actor}`) ? [actor, ...given] : given,
      pending: pending?.question,
    };
  };

  const refused = (error: string): Played => ({ game, events: [], error, pending, asked: false });

  const act = (doing: GameAction, call: Caller, action: Action, answers: readonly string[] = []): Played => {
    const rolled = createScriptedDice(remaining);
    const outcome = game.act(doing, call, answers, rolled);
    if (!outcome.ok)
      return refused(rolled.rolledDice().length > 0 ? 'a refused order rolled dice' : outcome.error.code);
    if (outcome.value.kind === 'answered') return resume(outcome.value.choice);
    if (outcome.value.kind === 'asked') {
      const { question } = outcome.value;
      const reactions = z.record(z.string(), z.unknown()).safeParse(action.reactions).data;
      if (reactions !== undefined)
        return {
          ...act(doing, call, action, [...answers, takesIt(reactions[question.to]) ? 'yes' : 'no']),
          asked: true,
        };
      pending = { doing, call, answers, question, action };
      return { game, events: [], error: undefined, pending, asked: true };
    }
    remaining = remaining.slice(outcome.value.dice.length);
    if (!meanwhile.includes(text(action.type))) pending = undefined;
    game = outcome.value.game;
    return { game, events: events.parse(outcome.value.events), error: undefined, pending, asked: answers.length > 0 };
  };

  const resume = (choice: string): Played => {
    if (pending === undefined) return refused('NO_PENDING_ATTACK');
    const { doing, call, answers, action } = pending;
    return { ...act(doing, { ...call, pending: undefined }, action, [...answers, choice]), resumed: action };
  };

  const byHand = (action: Action): Played => {
    const call = callOf(action);
    if (!call.gm) return refused('NOT_BM');
    let played = refused('nothing was set');
    let all: readonly BattleEvent[] = [];
    for (const [field, value] of settingsByHand(action)) {
      played = act({ do: 'correct', field, who: text(action.target), value }, call, action);
      if (played.error !== undefined) return played;
      all = [...all, ...played.events];
    }
    return { ...played, events: all };
  };

  const adding = (action: Action): Played => {
    const call = callOf(action);
    if (!call.gm) return refused('NOT_BM');
    const { id, team, sheet, at, facing } = sheetOf(action.combatant);
    const entered = act({ do: 'enter', entrant: { id, side: team, sheet } }, call, action);
    if (entered.error !== undefined || at === undefined) return entered;
    const params = { target: id, to: `${at.x},${at.y}`, facing };
    const placed = act({ do: 'verb', verb: 'place', params }, call, action);
    return { ...placed, events: [...entered.events, ...placed.events] };
  };

  const ending = (action: Action): Played => {
    const call = callOf(action);
    if (!call.gm) return refused('NOT_BM');
    const winner = action.winner == null ? undefined : String(action.winner);
    return act({ do: 'finish', finish: { winner, reason: text(action.reason) } }, call, action);
  };

  const step = (action: Action): Played => {
    if (action.type === 'place' && action.combatant != null) return adding(action);
    switch (action.type) {
      case 'intercept':
        return act(
          { do: 'verb', verb: 'intercept', params: { answer: takesIt(action.answer ?? 'yes') ? 'yes' : 'no' } },
          callOf(action),
          action,
        );
      case 'bmSet':
        return byHand(action);
      case 'bmAdd':
        return adding(action);
      case 'bmEnd':
      case 'endBattle':
        return ending(action);
      case 'status':
        game.view({ ...gmViewer, gm: false, user: text(action.actor) });
        return { game, events: [], error: undefined, pending, asked: false };
      default:
        return act(verbOf(action), callOf(action), action);
    }
  };

  return { step, left: () => remaining };
};
