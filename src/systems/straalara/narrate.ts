import { ref, say } from '../../core/message.ts';
import { listed } from '../../core/text.ts';
import type { Moment } from '../../rules/definition.ts';
import { type Line, line, type Row, step, type UnreadLine } from '../../rules/lines.ts';
import { actionWords, healthWords, tellsOf } from './describe.ts';
import type { Event, EventOf } from './events.ts';
import type { State } from './model.ts';
import { acted, attacked, defended, struck } from './narrate-attacks.ts';
import { nominated, opened, order, sealBroken, sealed } from './narrate-nominations.ts';
import { botchSettled, newlyOneSide, tookEffect, wounded } from './narrate-wounds.ts';
import { combatantCalled } from './roster.ts';
import { about, nothing, one, type Told } from './telling.ts';

const initiative = ({ who, die, rating, score }: EventOf<'initiative'>, { reader, before }: Told): readonly Line[] => {
  const me = combatantCalled(before, who);
  const { wits = 0, dexterity = 0 } = me?.sheet.attributes ?? {};
  const off = rating - wits - dexterity;
  const rows: readonly Row[] =
    tellsOf(reader, who, 'pools') && (off === 0 || tellsOf(reader, who, 'health'))
      ? [
          [
            step('ST-INIT-1', `wits ${wits} + dexterity ${dexterity}`),
            ...(off === 0 ? [] : [step('ST-INIT-2', `${off > 0 ? '+' : '−'}${Math.abs(off)} wounds and modifiers`)]),
            step('ST-INIT-1', `= rating ${rating}`),
            step('ST-INIT-3', `d10 ${die}`),
            step('ST-INIT-3', `= ${score}`),
          ],
        ]
      : [];
  return about(reader, who, `${who} rolls initiative: ${score}.`, 'plain', rows);
};

const taken = ({ who, as, move }: EventOf<'taken'>, { reader }: Told): readonly Line[] => {
  const walk = move > 0 ? ` after walking ${move} m` : '';
  switch (as.action) {
    case 'none':
      return about(reader, who, move > 0 ? `${who} walks ${move} m.` : `${who} does nothing.`, 'quiet');
    case 'recover':
      return about(reader, who, `${who} recovers${walk}.`, 'quiet');
    case 'trivial':
      return about(reader, who, `${who}: ${actionWords(as, reader)}${walk}.`, 'plain', [[step('ST-ACT-5', 'no roll')]]);
    default:
      return move > 0 ? about(reader, who, `${who} walks ${move} m.`, 'quiet') : nothing;
  }
};

const over = (effect: { readonly who: string; readonly name: string }): UnreadLine => ({
  ...line(say`${ref(effect.who)}: ${effect.name} is over.`, 'quiet'),
  ends: [effect],
});

const lapseWords: Readonly<Record<string, string>> = {
  TARGET_DEAD: 'the target is dead',
  NO_SUCH_TARGET: 'the target is gone',
  WEAPON_BROKEN: 'the weapon is broken',
  NO_WEAPON: 'the weapon is not ready',
  UNKNOWN_SPELL: 'the spell is gone',
};

const changed = ({ change }: EventOf<'corrected'>, { reader }: Told): readonly Line[] => {
  if (!('who' in change)) return one(`The GM sets the ${change.set} right.`, 'plain', [[step('ST-GEN-4', change.set)]]);
  if (!reader.sees(change.who) || !reader.knowsOf(change.who)) return nothing;
  const { set, who, ...values } = change;
  const worth = Object.values(values).map((value) => (typeof value === 'object' ? '' : String(value)));
  return one(`The GM sets right for ${who}: ${[set, ...worth].filter((word) => word !== '').join(' ')}.`, 'plain', [
    [step('ST-GEN-4', set)],
  ]);
};

/** An event in words, for one reader. */
export const narrate = (event: Event, moment: Moment<State>): readonly UnreadLine[] => {
  const { before, after, reader } = moment;
  switch (event.type) {
    case 'entered':
      return about(reader, event.who, `${event.who} joins.`);
    case 'begun':
      return one('The combat begins. Turn 1: roll initiative.');
    case 'initiative':
      return initiative(event, moment);
    case 'nominations-opened': {
      const names = event.order.filter((name) => reader.sees(name));
      return one(names.length === 0 ? 'Stances and actions.' : `Stances and actions, slowest first: ${listed(names)}.`);
    }
    case 'sealed':
      return sealed(event, moment);
    case 'seal-broken':
      return sealBroken(event, moment);
    case 'declared':
      return nominated(event, event.stance, moment);
    case 'nominated':
      return nominated(event, undefined, moment);
    case 'opened':
      return opened(event, moment);
    case 'actions-opened':
      return order(event, moment);
    case 'step-lost':
      return about(reader, event.who, `${event.who} is dazed and loses this step.`, 'bad', [
        [step('ST-DAZE-3', 'the next step is lost')],
      ]);
    case 'step-opened': {
      const names = event.members.map(({ combatant }) => combatant).filter((name) => reader.sees(name));
      return names.length < 2
        ? nothing
        : one(`${listed(names)} act simultaneously.`, 'plain', [[step('ST-SIM-1', 'equal score and rating')]]);
    }
    case 'taken':
      return taken(event, moment);
    case 'passed': {
      const walk = event.move > 0 ? ` and walks ${event.move} m` : '';
      return about(reader, event.who, `${event.who} passes${walk}.`, 'quiet');
    }
    case 'lapsed':
      return about(
        reader,
        event.who,
        `${event.who}’s action lapses: ${lapseWords[event.code] ?? event.code}.`,
        'quiet',
        [[step('ST-NOM-8', 'no dice are rolled')]],
      );
    case 'attacked':
      return attacked(event, moment);
    case 'defended':
      return defended(event, moment);
    case 'struck':
      return struck(event, moment);
    case 'attack-dropped':
      return about(reader, event.target, `The attack on ${event.target} comes to nothing.`, 'quiet');
    case 'acted':
      return acted(event, moment);
    case 'queued':
    case 'held':
    case 'step-closed':
      return nothing;
    case 'wounded':
      return wounded(event, moment);
    case 'readied':
      return about(reader, event.who, `${event.who} ${event.ready ? 'readies' : 'stows'} the ${event.weapon}.`);
    case 'end-reached':
      return nothing;
    case 'took-effect':
      return tookEffect(event, moment);
    case 'turn-ended':
      return one(
        `Turn ${before.turn} is over, ${after.elapsedSeconds} seconds have passed. Turn ${after.turn}: initiative.`,
      );
    case 'modified': {
      const { for: kind, dice, difficulty } = event.modifier;
      const flags = [event.modifier.long && 'long', event.modifier.unseen && 'unseen'].filter(Boolean).join(', ');
      return reader.gm
        ? one(`${event.who}, next ${kind}: dice ${dice}, difficulty ${difficulty}${flags && `, ${flags}`}.`, 'quiet')
        : nothing;
    }
    case 'botch-settled':
      return botchSettled(event, moment);
    case 'healed': {
      const me = combatantCalled(after, event.who);
      const health = me && healthWords(me, after, reader);
      return about(reader, event.who, `${event.who} is healed${health === undefined ? '' : `: ${health}`}.`, 'good');
    }
    case 'life-set':
      return [...about(reader, event.who, `${event.who} is ${event.life}.`), ...newlyOneSide(before, after, reader)];
    case 'removed':
      return [...about(reader, event.who, `${event.who} is gone.`), ...newlyOneSide(before, after, reader)];
    case 'corrected':
      return changed(event, moment);
    case 'effect-hung':
      return reader.sees(event.effect.who)
        ? one(`${event.effect.who}: ${event.effect.name}.`, 'plain', [[step('ST-GEN-4', 'set by the GM')]])
        : nothing;
    case 'effect-lifted':
      return [{ ...over(event), tone: 'plain' }];
    case 'effects-ticked':
      return event.ended.map(over);
    case 'ended':
      return one(
        event.winner === undefined ? `The combat ends: ${event.reason}.` : `${event.winner} wins: ${event.reason}.`,
        'good',
      );
  }
};
