import { listed, signed } from '../../core/text.ts';
import { type Square, squareName } from '../../rules/grid/square.ts';
import { type Line, line, step } from '../../rules/lines.ts';
import type { Event } from './events.ts';
import { type Eyes, own } from './eyes.ts';
import { costsKnown } from './known.ts';
import { costOf } from './movement.ts';
import type { State } from './state.ts';

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

export const movedLine = (event: Extract<Event, { type: 'moved' }>, before: State, eyes: Eyes): readonly Line[] => {
  if (!eyes.sees(event.warrior)) return [];
  const { warrior, path, made, at, mpLeft, from } = event;
  const costs = costsKnown(event, before, eyes);
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

export const gainText = ({ base, fast, slow, other }: Extract<Event, { type: 'mp-gained' }>) => [
  step('DS-MOVE-1', `base ${base}`),
  ...(fast === 0 ? [] : [step('DS-TRAIT-12', `${signed(fast)} fast`)]),
  ...(slow === 0 ? [] : [step('DS-TRAIT-11', `${signed(-slow)} slow`)]),
  ...(other === 0 ? [] : [step('DS-TRIG-6', `${signed(other)} effects`)]),
];

export const tollLine = (event: Extract<Event, { type: 'toll-paid' }>, eyes: Eyes): readonly Line[] => {
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
export const gainedLine = (event: Extract<Event, { type: 'attacks-gained' }>, eyes: Eyes): readonly Line[] => {
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
