import { listed, signed } from '../../core/text.ts';
import { type Square, squareName } from '../../rules/grid/square.ts';
import { type Line, line, step } from '../../rules/lines.ts';
import type { Moment } from '../../rules/ruleset.ts';
import type { Event } from './events.ts';
import { type Eyes, eyesOf } from './eyes.ts';
import type { State } from './model.ts';
import { costOf } from './movement.ts';
import { attackedLine, blastedLine, harmedLine, struckLine } from './narrate-fights.ts';
import { rollRow, stepParts } from './narrate-rolls.ts';

/** Each space that was entered, with what it cost. */
const costRow = (path: readonly Square[], costs: Extract<Event, { type: 'moved' }>['costs']) =>
  costs.map((parts, at) =>
    step(
      'DS-MOVE-10',
      `${path[at] === undefined ? '' : `${squareName(path[at])} `}${costOf(parts)}${
        Object.keys(parts).length > 1
          ? ` (${Object.entries(parts)
              .map(([name, value]) => `${value} ${name}`)
              .join(' + ')})`
          : ''
      }`,
    ),
  );

const movedLine = (event: Extract<Event, { type: 'moved' }>, eyes: Eyes): readonly Line[] => {
  if (!eyes.sees(event.warrior)) return [];
  const { warrior, path, made, at, costs, mpLeft, from } = event;
  const stopped = made < path.length;
  const text = stopped
    ? `${warrior} is stopped and stands on ${squareName(at)}.`
    : `${warrior} moves from ${squareName(from)} to ${squareName(at)}; ${mpLeft} MP left.`;
  return [
    line(text, stopped ? 'bad' : 'plain', [
      [...costRow(path, costs.slice(0, made)), ...(stopped ? [step('DS-MOVE-13', `${mpLeft} MP left`)] : [])],
    ]),
  ];
};

const gainText = ({ base, fast, slow, other }: Extract<Event, { type: 'mp-gained' }>) => [
  step('DS-MOVE-1', `base ${base}`),
  ...(fast === 0 ? [] : [step('DS-TRAIT-12', `${signed(fast)} fast`)]),
  ...(slow === 0 ? [] : [step('DS-TRAIT-11', `${signed(-slow)} slow`)]),
  ...(other === 0 ? [] : [step('DS-TRIG-6', `${signed(other)} effects`)]),
];

const tollLine = (event: Extract<Event, { type: 'toll-paid' }>, eyes: Eyes): readonly Line[] => {
  const { warrior, stunned, wounded, actions } = event;
  const was = [...(stunned > 0 ? ['stunned'] : []), ...(wounded > 0 ? ['wounded'] : [])];
  const left = actions === 0 ? 'no action' : actions === 1 ? '1 action' : `${actions} actions`;
  return own(eyes, warrior, () =>
    line(`${warrior} was ${listed(was)} and has ${left} left.`, 'bad', [
      [
        ...(stunned > 0 ? [step('DS-COND-2', `−${stunned} stunned`)] : []),
        ...(wounded > 0 ? [step('DS-COND-3', `−${2 * wounded} wounded`)] : []),
      ],
    ]),
  );
};

/** Told by the attack itself where it takes the only one at once. */
const gainedLine = (event: Extract<Event, { type: 'attacks-gained' }>, eyes: Eyes): readonly Line[] => {
  const { warrior, ordinal, gains, free, opens } = event;
  if (opens && Object.values(gains).join() === '1') return [];
  return own(eyes, warrior, () => {
    const each = Object.entries(gains).map(
      ([weapon, count]) => `${count} with ${weapon === 'any' ? 'any weapon' : weapon}`,
    );
    return line(`${warrior} gains attacks: ${each.length > 0 ? listed(each) : 'none'}.`, 'quiet', [
      [step('DS-ATK-1', `Attack action ${ordinal}${free ? ', free' : ''}`)],
    ]);
  });
};

const roundLine = (event: Event, eyes: Eyes): readonly Line[] => {
  switch (event.type) {
    case 'began': {
      const rows = event.rolls.map((fell) =>
        Object.entries(fell).map(([seat, value]) => step('DS-ROUND-2', `${eyes.name(seat)} ${value}`)),
      );
      return [line(`Deployment begins; ${eyes.name(event.holder)} holds the first initiative.`, 'good', rows)];
    }
    case 'round-began':
      return [line(`Round ${event.round} begins.`)];
    case 'token-moved': {
      const why = {
        skull: 'by a SKULL',
        cleanup: 'at the end of the round',
        eliminated: 'as the holder has no warriors',
      };
      return eyes.sees(event.to) || eyes.sees(event.from)
        ? [
            line(
              `The initiative passes from ${eyes.name(event.from)} to ${eyes.name(event.to)} ${why[event.why]}.`,
              'quiet',
            ),
          ]
        : [];
    }
    case 'tactics-tested': {
      const { seat, roll, kept, stored, lost, level } = event;
      if (!eyes.sees(seat)) return [];
      const after = stored ? `stores ${stored}` : lost ? 'loses the initiative' : 'nothing comes of it';
      const trained = step('DS-TAC-2', level === undefined ? 'untrained' : `trained to ${level}`);
      return [
        line(`Tactics of ${seat}: ${kept}, ${after}.`, stored ? 'good' : lost ? 'bad' : 'plain', [
          rollRow('Tactics', roll, eyes, [trained], []),
        ]),
      ];
    }
    case 'scored':
      return eyes.sees(event.seat)
        ? [
            line(
              `${event.seat} scores ${event.vp} VP (${event.about && eyes.sees(event.about) ? `${event.about} ` : ''}${eyes.scrubbed(event.why)}).`,
              'good',
            ),
          ]
        : [];
    case 'ending':
      return [line('The game ends after this round.')];
    case 'game-over': {
      const winners = event.winners.map((id) => eyes.name(id));
      const text =
        winners.length === 0
          ? 'The game is over: nobody wins'
          : `The game is over: ${listed(winners)} ${winners.length === 1 ? 'wins' : 'win'}`;
      return [line(`${text} (${eyes.scrubbed(event.says)}).`, 'good')];
    }
    default:
      return [];
  }
};

const own = (eyes: Eyes, id: string, made: () => Line): readonly Line[] => (eyes.sees(id) ? [made()] : []);

/** Facts to words, for one reader. */
export const narrate = (event: Event, moment: Moment<State>): readonly Line[] => {
  const eyes = eyesOf(moment.after, moment.reader);
  switch (event.type) {
    case 'entered':
      return own(eyes, event.seat.id, () =>
        line(
          `${event.seat.id} joins with ${eyes.scrubbed(event.seat.warband)}: ${listed(event.warriors.map(({ id }) => id).filter(eyes.sees))}.`,
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
        line(
          `${eyes.scrubbed(event.name)}${event.who === undefined ? '' : ` (${event.who})`}: ${eyes.scrubbed(event.says.replace(/^say /, ''))}`,
        ),
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
      return movedLine(event, eyes);
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
      return attackedLine(event, eyes);
    case 'blasted':
      return blastedLine(event, eyes);
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
      return own(eyes, event.who, () =>
        line(
          `The GM sets ${event.field}${event.who === 'battle' ? '' : ` of ${event.who}`} to ${eyes.scrubbed(event.value)}.`,
        ),
      );
    case 'effect-hung':
      return own(eyes, event.effect.who, () => line(`${event.effect.who}: ${eyes.scrubbed(event.effect.name)}.`));
    case 'effect-lifted':
      return own(eyes, event.who, () => line(`${event.who}: ${eyes.scrubbed(event.name)} is over.`, 'quiet'));
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
