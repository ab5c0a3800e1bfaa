import { effectiveEntries } from '../../battle/saved/replay.ts';
import type { VisibleEntry } from '../../battle/views/log-view.ts';
import { viewerOf } from '../../battle/views/viewer.ts';
import { phrase } from '../../core/message.ts';
import { createReader } from '../../rules/reader.ts';

/** Who was brought down when and by whom, as everybody could see it then. What was taken back is left out. */
export const defeatsSummary = (told: readonly VisibleEntry[]): readonly string[] => {
  const standing = new Set(effectiveEntries(told.map(({ entry }) => entry)).map(({ n }) => n));
  return told.flatMap(({ entry, before, after, isReadable }) => {
    if (!standing.has(entry.n) || !isReadable) return [];
    if (!before.game.talliesOf(entry.events).some(({ what }) => what === 'felled')) return [];
    const viewer = viewerOf(after);
    const { canSee } = createReader(viewer);
    let game = before.game;
    const tallies = entry.events.flatMap((event) => {
      const there = game;
      game = game.applyEvents([event]);
      return there.talliesOf([event]).map((each) => ({ ...each, there }));
    });
    return tallies.flatMap(({ what, who, of, there }, at) => {
      if (what !== 'felled' || !canSee(who)) return [];
      const { round } = there.view(viewer);
      const when = round > 0 ? phrase`Round ${round}: ` : '';
      // A rulebook that does not say who it was says in the same order who did the last damage.
      const by = of ?? tallies.slice(0, at).findLast((each) => each.what === 'damage' && each.of === who)?.who;
      return by === undefined || by === who || !canSee(by)
        ? phrase`${when}${who} is down.`
        : phrase`${when}${by} takes down ${who}.`;
    });
  });
};
