import type { OpenBattle } from '../../battle/saved/store.ts';
import { hiddenCombatants } from '../../battle/views/viewer.ts';
import { phrase } from '../../core/message.ts';
import type { Control, PrivateViewKind } from './reply.ts';

/** How many of the hidden have a button of their own. */
const maxRevealButtons = 3;

/**
 * What the GM may say to an order that only somebody unseen forbids: reveal one of the hidden, so that the rulebook answers, or refuse
 * it without a reason. It holds whatever else happened since.
 */
export const decisionControls = (battle: OpenBattle, view: PrivateViewKind): readonly (readonly Control[])[] => {
  const { id, table } = battle.saved;
  const hidden = [...new Set(hiddenCombatants(battle).flatMap(({ id: who, actor }) => [who, actor]))].filter(
    (who) => table.hidden[who] !== undefined,
  );
  const reveals = hidden.slice(0, maxRevealButtons).map(
    (who): Control => ({
      kind: 'button',
      label: phrase`Reveal ${who}`.slice(0, 80),
      style: 'secondary',
      press: { path: ['gm', 'reveal'], input: { who }, battle: id, view },
    }),
  );
  return [
    [
      ...reveals,
      {
        kind: 'button',
        label: 'Refuse the order',
        style: 'danger',
        press: { path: ['gm', 'decline'], input: {}, battle: id, view },
      },
    ],
  ];
};
