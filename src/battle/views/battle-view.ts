import type { BattleView } from '../../rules/view.ts';
import type { Session } from '../saved/session.ts';
import type { OpenBattle } from '../saved/store.ts';
import { viewerOf } from './viewer.ts';

/** What a table adds to the view of its battle. */
type SessionPictures = Pick<Session, 'faces' | 'backdrop'>;

interface PicturedView {
  readonly of: string;
  readonly view: BattleView;
}

/** What was made of a view last: it is drawn again and again. */
const picturedViews = new WeakMap<BattleView, PicturedView>();

const withPictures = (view: BattleView, { faces = {}, backdrop }: SessionPictures): BattleView => {
  const of = JSON.stringify([faces, backdrop]);
  const known = picturedViews.get(view);
  if (known?.of === of) return known.view;
  const combatants = view.combatants.map((each) => {
    const face = faces[each.id] ?? faces[each.actor];
    return face === undefined ? each : { ...each, face };
  });
  const pictured = { ...view, combatants, ...(backdrop && { backdrop }) };
  picturedViews.set(view, { of, view: pictured });
  return pictured;
};

/** A battle as somebody may see it, those who are seen with their faces, and what lies behind them; without a user, as everybody may. */
export const battleView = (
  battle: OpenBattle,
  user?: string,
  { faces, backdrop }: SessionPictures = battle.saved.table,
): BattleView => {
  const view = battle.game.view(viewerOf(battle, user));
  return faces === undefined && backdrop === undefined ? view : withPictures(view, { faces, backdrop });
};
