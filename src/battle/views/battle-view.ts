import type { BattleView } from '../../rules/view.ts';
import type { OpenBattle } from '../saved/open-battle.ts';
import type { Session } from '../saved/session.ts';
import { viewerOf } from './viewer.ts';

interface Faced {
  readonly faces: string;
  readonly view: BattleView;
}

/** What was made of a view last: it is drawn again and again. */
const made = new WeakMap<BattleView, Faced>();

const withFaces = (view: BattleView, faces: NonNullable<Session['faces']>): BattleView => {
  const key = JSON.stringify(faces);
  const known = made.get(view);
  if (known?.faces === key) return known.view;
  const combatants = view.combatants.map((each) => {
    const face = faces[each.id] ?? faces[each.actor];
    return face === undefined ? each : { ...each, face };
  });
  const faced = { ...view, combatants };
  made.set(view, { faces: key, view: faced });
  return faced;
};

/** A battle as somebody may see it, those who are seen with their faces; without a user, as everybody may. */
export const battleView = (battle: OpenBattle, user?: string): BattleView => {
  const view = battle.game.view(viewerOf(battle, user));
  const { faces } = battle.saved.table;
  return faces === undefined ? view : withFaces(view, faces);
};
