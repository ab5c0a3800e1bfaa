import { z } from 'zod';
import { ok } from '../../../core/result.ts';
import { gmActor } from '../../../rules/call.ts';
import { combatant, flag, oneOf, text } from '../../../rules/params.ts';
import { action } from '../action.ts';
import { mayDeclare } from '../battle.ts';
import { canDeclare, commanded, inPhase } from '../checks.ts';
import { closeDeclarations, silentOnes } from '../closing.ts';
import { checkedDeclaration } from '../declaration.ts';
import { attacksParam, optionsFrom, optionsParam, pathParam } from '../declaration-text.ts';
import { type Main, mains, paces, type State } from '../model.ts';
import { enemies, mainActions, missilesThere, optionWords, spells, targets, ways, weapons } from '../offers.ts';
import { unfolding } from '../unfolding.ts';

/** What each main action cannot do without; the rest stands as it usually is. */
const askedFor: Readonly<Record<Main, readonly ('target' | 'weapon' | 'path' | 'spell' | 'follow' | 'does')[]>> = {
  attack: ['target'],
  'move-attack': ['target'],
  'attack-move': ['target', 'path'],
  'run-attack': ['target'],
  move: ['path'],
  withdraw: [],
  cast: ['spell', 'target'],
  'move-cast': ['path', 'spell', 'target'],
  hold: ['spell'],
  'pick-up': [],
  'first-aid': ['target'],
  'full-defense': [],
  'desperate-defense': [],
  dodge: [],
  other: ['does'],
  none: [],
};

/** Does anybody declare whom all see? Else nobody learns from the closing that somebody unseen did. */
const somebodyDeclares = (state: State, unseen: readonly string[]): boolean =>
  state.combatants.some((each) => mayDeclare(state, each) && !unseen.includes(each.id));

/** SEG-DECL-1, 2; the last one to declare closes by SEG-DECL-6 where `autoClose` is on. */
export const declare = action({
  summary: 'Say what a combatant means to do this round',
  role: 'player',
  params: z.strictObject({
    action: text('attack, move-attack, attack-move, run-attack, move, withdraw, cast, full-defense …', 40),
    target: combatant('Whom you strike, cast on or treat').optional(),
    weapon: text('With which weapon; left out: the one in hand', 100).optional(),
    attacks: attacksParam.optional(),
    options: optionsParam.optional(),
    path: pathParam.optional(),
    pace: oneOf('How fast you move', paces).optional(),
    spell: text('Which spell is cast or held', 100).optional(),
    follow: combatant('Full defense: the foe you stay with').optional(),
    byair: flag('Withdraw upward, for an agile flyer').optional(),
    does: text('Other action, or what is held, in your words').optional(),
    missile: text('First aid: the missile to remove', 30).optional(),
  }),
  offers: {
    action: mainActions,
    target: targets,
    weapon: weapons,
    options: optionWords,
    path: ways,
    spell: spells,
    follow: enemies,
    missile: missilesThere,
  },
  asks: ({ action }) => askedFor[mains.find((main) => main === action) ?? 'none'],
  resolve: (state, call, params, dice) => {
    const phase = inPhase(state, 'declare');
    if (!phase.ok) return phase;
    const found = commanded(state, call);
    if (!found.ok) return found;
    const who = canDeclare(state, found.value);
    if (!who.ok) return who;
    const declared = checkedDeclaration(state, who.value, {
      action: params.action,
      target: params.target,
      weapon: params.weapon,
      attacks: params.attacks ?? [],
      options: params.options ?? optionsFrom(''),
      route: params.path,
      pace: params.pace,
      spell: params.spell,
      follow: params.follow,
      byAir: params.byair ?? false,
      text: params.does,
      missile: params.missile,
    });
    if (!declared.ok) return declared;
    const tape = unfolding(state, call);
    tape.put({ type: 'declared', who: who.value.id, declaration: declared.value });
    if (
      state.settings.autoClose &&
      silentOnes(tape.now()).length === 0 &&
      somebodyDeclares(tape.now(), tape.unseenBy(gmActor))
    )
      closeDeclarations(tape, 'all', dice);
    return ok(tape.events());
  },
});
