import { joined, maskedRef, phrase, say, type Text } from '../../../core/message.ts';
import { formatSquare } from '../../../rules/grid/square.ts';
import type { Reader } from '../../../rules/reader.ts';
import { describeLoss } from '../contingency/question.ts';
import type { ActionSlot, Declaration, MainAction, Route } from '../state.ts';

/** The key of an action, a pace or a field as words: `move attack`. */
export const formatKey = (key: string): string => key.replaceAll('-', ' ');

const routeWords = (route: Route): Text => {
  if ('toward' in route) return say`toward ${maskedRef(route.toward)}`;
  if ('away' in route) return say`away from ${maskedRef(route.away)}`;
  const end = route.squares.at(-1);
  return end === undefined ? '' : phrase`to ${formatSquare(end)}`;
};

/** A declaration in one phrase, as this reader may know it. */
export const describeDeclaration = (declared: Declaration, reader: Reader): Text => {
  const { main, attacks, spell, target, pace, route, follow, text } = declared;
  const blows = new Map<string, { readonly says: Text; readonly times: number }>();
  for (const { weapon, target: whom, hand } of attacks) {
    const alike = JSON.stringify([weapon, hand, reader.canSee(whom) ? whom : undefined]);
    const says = say`${weapon}${hand === 'off' ? ' (off hand)' : ''} on ${maskedRef(whom)}`;
    blows.set(alike, { says, times: (blows.get(alike)?.times ?? 0) + 1 });
  }
  const of = [
    ...[...blows.values()].map(({ says, times }) => (times > 1 ? say`${says} ×${times}` : says)),
    ...(spell === undefined ? [] : [target === undefined ? spell : say`${spell} on ${maskedRef(target)}`]),
    ...(main === 'first-aid' && target !== undefined ? [maskedRef(target)] : []),
    ...(pace === undefined || pace === 'none' ? [] : [formatKey(pace)]),
    ...(route === undefined ? [] : [routeWords(route)]),
    ...(follow === undefined ? [] : [say`staying with ${maskedRef(follow)}`]),
    ...(text === undefined ? [] : [text]),
    ...optionPhrases(declared),
  ].filter((each) => each !== '');
  const what = mainWords(attacks.length === 1 ? 'an attack' : 'attacks')[main];
  return of.length === 0 ? what : say`${what}: ${joined(of)}`;
};

/** What stands on the timeline for an attack or action. */
export const describeSlot = (slot: ActionSlot, declared: Declaration | undefined): Text => {
  const target = slot.target === undefined ? '' : say` on ${maskedRef(slot.target)}`;
  const what = {
    attack: say`${slot.weapon ?? 'attack'}${target}`,
    cast: say`begins ${declared?.spell ?? 'a spell'}${target}`,
    'first-aid': say`first aid${target}`,
    other: declared?.text ?? 'acts',
  }[slot.kind];
  if (slot.status === 'lost') return say`${what} (lost: ${describeLoss(slot.lost ?? 'gone')})`;
  if (slot.status === 'carried') return say`${what} (next round)`;
  return slot.status === 'waiting' ? say`${what} (waiting until in reach)` : what;
};

const optionPhrases = ({ options }: Declaration): readonly string[] => [
  ...(options.noMovement ? ['no movement'] : []),
  ...(options.aim ? ['careful aim'] : []),
  ...(options.doubleShot ? ['double shot'] : []),
  ...options.sheathe.map((weapon) => phrase`sheathing ${weapon}`),
  ...options.draw.map(({ weapon }) => phrase`drawing ${weapon}`),
  ...(options.readyShield ? ['readying a shield'] : []),
  ...(options.drink ? [phrase`drinking ${options.drink.potion}, paid with ${options.drink.pay}`] : []),
  ...(options.defend === undefined ? [] : [phrase`Defending for ${options.defend} SC`]),
  ...options.freeActions.map((says) => phrase`free action: ${says}`),
  ...(options.freeMove ? [phrase`free move to ${formatSquare(options.freeMove)}`] : []),
];

/** What is declared; `blows` stands for its attacks. */
const mainWords = (blows: string): Readonly<Record<MainAction, string>> => ({
  attack: blows,
  'move-attack': phrase`a move and ${blows}`,
  'attack-move': phrase`${blows} and a move`,
  'run-attack': phrase`a run and ${blows}`,
  move: 'a move',
  dodge: 'dodging',
  withdraw: 'a withdrawal',
  cast: 'a spell',
  'move-cast': 'a move and a spell',
  hold: 'holding',
  'full-defense': 'full defense',
  'desperate-defense': 'desperate defense',
  'pick-up': 'picking up a weapon',
  'first-aid': 'first aid',
  other: 'another action',
  none: 'nothing',
});
