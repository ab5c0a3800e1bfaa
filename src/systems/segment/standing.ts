import { gives, gmKind, moveKind, questionKind, type StandingKind } from '../../rules/standing.ts';

/** What this rulebook asks and awaits. */
export const standing: Readonly<Record<string, StandingKind>> = {
  declaration: moveKind('is to declare', 'strike the nearest foe with what it holds, else do nothing', {
    'full-defense': gives('declare full defense', 'declare', { action: 'full-defense' }),
    'desperate-defense': gives('declare desperate defense', 'declare', { action: 'desperate-defense' }),
    none: gives('declare no action', 'declare', { action: 'none' }),
  }),
  shout: moveKind('could shout a warning', 'shout', {
    warn: gives('shout', 'shout', { warn: true }),
    silent: gives('keep silent', 'shout', { warn: false }),
  }),
  contingency: moveKind('finds its target gone or out of reach', 'turn to the nearest legal target, else forgo', {
    forgo: gives('forgo it', 'forgo'),
  }),
  'choose-again': moveKind('is to strike a defender', 'strike all the same', {
    keep: gives('strike all the same', 'keep'),
    forgo: gives('forgo the attack', 'forgo'),
  }),
  'free-attack': moveKind('may strike freely at somebody who leaves', 'strike', {
    strike: gives('strike', 'free-attack', { take: true }),
    leave: gives('let them go', 'free-attack', { take: false }),
  }),
  push: moveKind('may push a desperate defender', 'not push', { forgo: gives('not push', 'forgo') }),
  'push-landing': questionKind(
    'is to say where a push ends that meets something',
    'gm',
    'let it end before what is in the way',
    {
      stop: 'let it end before what is in the way',
    },
  ),
  start: gmKind('is to begin the battle'),
  resolve: gmKind('is to let the segments run', 'let them run'),
  close: gmKind('is to close declarations', 'close them'),
};
