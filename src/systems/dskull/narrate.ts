import { joined, masked, ref, say, type Text } from '../../core/message.ts';
import { listed } from '../../core/text.ts';
import type { Moment } from '../../rules/definition.ts';
import { squareName } from '../../rules/grid/square.ts';
import { line, step, type UnreadLine } from '../../rules/lines.ts';
import type { Event } from './events.ts';
import { eyesOf, own } from './eyes.ts';
import { gainedLine, gainText, movedLine, tollLine } from './narrate-activations.ts';
import { attackedLine, blastedLine, harmedLine, struckLine } from './narrate-fights.ts';
import { rollRow, stepParts } from './narrate-rolls.ts';
import { roundLine } from './narrate-rounds.ts';
import type { State } from './state.ts';

/** What the GM typed, the warriors and seats that are listed in it by reference. */
const valueText = ({ warriors, seats }: State, value: string): Text => {
  const ids = [...warriors, ...seats].map(({ id }) => id);
  return joined(value.split(', ').map((part) => (ids.includes(part) ? masked(part) : part)));
};

/** Facts to words, for one reader. */
export const narrate = (event: Event, moment: Moment<State>): readonly UnreadLine[] => {
  const eyes = eyesOf(moment.after, moment.reader);
  switch (event.type) {
    case 'entered':
      return own(eyes, event.seat.id, () =>
        line(
          `${event.seat.id} joins with ${event.seat.warband}: ${listed(event.warriors.map(({ id }) => id).filter(eyes.sees))}.`,
          'good',
        ),
      );
    case 'scenario-chosen':
      return [line(`The scenario is ${event.scenario.title}.`)];
    case 'ground-drawn':
      return [line(`The GM draws a board of ${event.ground.board.w} × ${event.ground.board.h} spaces.`)];
    case 'settings-set':
      return [line(`The ruling ${event.key} is now ${event.value}.`)];
    case 'policy-set':
      return own(eyes, event.seat, () =>
        line(`Dice of ${event.seat} are removed ${event.policy === 'ask' ? 'by hand' : 'by themselves'}.`, 'quiet'),
      );
    case 'trigger-set':
    case 'trigger-lifted':
      return eyes.gm
        ? [
            line(
              `Effect ${event.type === 'trigger-set' ? `${event.trigger.name} set` : `${event.name} lifted`}.`,
              'quiet',
            ),
          ]
        : [];
    case 'triggered':
      return own(eyes, event.who ?? '', () =>
        line(`${event.name}${event.who === undefined ? '' : ` (${event.who})`}: ${event.says.replace(/^say /, '')}`),
      );
    case 'began':
    case 'round-began':
    case 'token-moved':
    case 'tactics-tested':
    case 'scored':
    case 'ending':
    case 'game-over':
      return roundLine(event, eyes);
    case 'deployed':
      return own(eyes, event.warrior, () => line(`${event.warrior} is placed on ${squareName(event.at)}.`));
    case 'activated': {
      const { warrior, actions, active } = event.activation;
      const taken = [
        ...(event.stunned > 0 ? [step('DS-COND-2', `−${event.stunned} stunned`)] : []),
        ...(event.wounded > 0 ? [step('DS-COND-3', `−${2 * event.wounded} wounded`)] : []),
      ];
      return own(eyes, warrior, () =>
        line(
          `${warrior} is activated with ${actions} ${actions === 1 ? 'action' : 'actions'}${active.length > 0 ? ` and ${listed(active)}` : ''}.`,
          'plain',
          taken.length > 0 ? [[step('DS-ACT-1', '2 actions'), ...taken]] : [],
        ),
      );
    }
    case 'activation-prevented':
      return own(eyes, event.warrior, () => line(`${event.warrior} is not activated after all.`, 'bad'));
    case 'toll-paid':
      return tollLine(event, eyes);
    case 'mp-gained':
      return own(eyes, event.warrior, () =>
        line(`${event.warrior} gains ${event.amount} MP; ${moment.after.activation?.mp ?? 0} in all.`, 'plain', [
          gainText(event),
        ]),
      );
    case 'attacks-gained':
      return gainedLine(event, eyes);
    case 'symbol-spent':
      return own(eyes, event.warrior, () => line(`${event.seat} spends ${event.symbol} on ${event.warrior}.`));
    case 'moved':
      return movedLine(event, moment.before, eyes);
    case 'morale-tested':
      return own(eyes, event.warrior, () =>
        line(
          `${event.warrior} ${event.passed ? 'dares' : 'does not dare'} to face ${eyes.name(event.against)}.`,
          event.passed ? 'good' : 'bad',
          [
            rollRow('Morale', event.roll, eyes, stepParts(event.steps, { skill: 'DS-TEST-4', traits: 'DS-TRAIT-5' }), [
              step('DS-TEST-6', `count ${event.count}`),
              step('DS-TEST-5', event.passed ? 'passed' : 'failed'),
            ]),
          ],
        ),
      );
    case 'attacked':
      return attackedLine(event, moment.before, eyes);
    case 'blasted':
      return blastedLine(event, moment.before, eyes);
    case 'blast-struck':
      return struckLine(event, eyes);
    case 'harmed':
      return harmedLine(event, eyes);
    case 'condition-gained':
      return event.quiet ? [] : own(eyes, event.warrior, () => line(`${event.warrior} is ${event.condition}.`, 'bad'));
    case 'condition-lost':
      return event.quiet
        ? []
        : own(eyes, event.warrior, () => line(`${event.warrior} is no longer ${event.condition}.`, 'good'));
    case 'removed':
      return own(eyes, event.warrior, () => line(`${event.warrior} is ${event.how} and leaves the board.`, 'bad'));
    case 'activation-ended':
      return event.why === 'removed'
        ? []
        : own(eyes, event.warrior, () =>
            line(`The activation of ${event.warrior} ends${event.why === 'wounded' ? ', wounded' : ''}.`, 'quiet'),
          );
    case 'door-toggled':
      return [line(`The door ${squareName(event.a)}/${squareName(event.b)} is ${event.open ? 'opened' : 'closed'}.`)];
    case 'thing-taken':
      return own(eyes, event.warrior, () => line(`${event.warrior} takes ${event.thing}.`));
    case 'thing-given':
      return own(eyes, event.warrior, () => line(`${event.warrior} hands ${event.thing} to ${eyes.name(event.to)}.`));
    case 'thing-dropped':
      return own(eyes, event.warrior, () => line(`${event.warrior} drops ${event.thing} on ${squareName(event.at)}.`));
    case 'thing-used':
      return own(eyes, event.warrior, () =>
        line(
          `${event.warrior} ${event.passed ? 'uses' : 'fails with'} ${event.thing}.`,
          event.passed ? 'good' : 'bad',
          event.roll ? [rollRow('test', event.roll, eyes, [], [])] : [],
        ),
      );
    case 'treated':
      return own(eyes, event.warrior, () =>
        line(
          `${event.warrior} ${event.passed ? 'clears' : 'fails to clear'} ${event.condition} of ${eyes.name(event.target)}.`,
          event.passed ? 'good' : 'bad',
          [
            rollRow('Medicine', event.roll, eyes, stepParts(event.steps, { skill: 'DS-TEST-4' }), [
              step('DS-TEST-5', `count ${event.count}`),
            ]),
          ],
        ),
      );
    case 'tested':
      return own(eyes, event.seat, () =>
        line(
          `${event.warriors.length > 0 ? listed(event.warriors.map(eyes.name)) : event.seat} ${event.passed ? 'passes' : 'fails'} the ${event.skill} test.`,
          event.passed ? 'good' : 'bad',
          [
            rollRow(
              event.skill,
              event.roll,
              eyes,
              stepParts(event.steps, { skill: 'DS-TEST-4', traits: 'DS-TEST-4' }),
              [step('DS-TEST-5', `count ${event.count}`)],
            ),
          ],
        ),
      );
    case 'corrected':
      return [
        line(
          say`The GM sets ${event.field}${event.who === 'battle' ? '' : say` of ${ref(event.who)}`} to ${valueText(moment.after, event.value)}.`,
        ),
      ];
    case 'effect-hung':
      return own(eyes, event.effect.who, () => line(`${event.effect.who}: ${event.effect.name}.`));
    case 'effect-lifted':
      return [{ ...line(say`${ref(event.who)}: ${event.name} is over.`, 'quiet'), ends: [event] }];
    case 'action-spent':
    case 'actions-changed':
    case 'stepped':
    case 'attack-paid':
    case 'current-set':
    case 'resolution-began':
    case 'cleanup-began':
    case 'round-ended':
    case 'effects-ticked':
      return [];
  }
};
