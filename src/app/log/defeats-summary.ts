import { effectiveEntries } from '../../battle/saved/replay.ts';
import type { VisibleEntry } from '../../battle/views/log-view.ts';
import { viewerOf } from '../../battle/views/viewer.ts';
import { phrase } from '../../core/language.ts';
import { readerOf } from '../../rules/reader.ts';

/** Who was brought down when and by whom, as everybody could see it then. What was taken back is left out. */
export const defeatsSummary = (told: readonly VisibleEntry[]): readonly string[] => {
  const standing = new Set(effectiveEntries(told.map(({ entry }) => entry)).map(({ n }) => n));
  return told.flatMap(({ entry, before, after, readable }) => {
    if (!standing.has(entry.n) || !readable) return [];
    if (!before.game.tally(entry.events).some(({ what }) => what === 'felled')) return [];
    const viewer = viewerOf(after);
    const { sees } = readerOf(viewer);
    let game = before.game;
    const tallies = entry.events.flatMap((event) => {
      const there = game;
      game = game.after([event]);
      return there.tally([event]).map((each) => ({ ...each, there }));
    });
    return tallies.flatMap(({ what, who, of, there }, at) => {
      if (what !== 'felled' || !sees(who)) return [];
      const { round } = there.view(viewer);
      const when = round > 0 ? phrase`Round ${round}: ` : '';
      // A rulebook that does not say who it was says in the same order who did the last damage.
      const by = of ?? tallies.slice(0, at).findLast((each) => each.what === 'damage' && each.of === who)?.who;
      return by === undefined || by === who || !sees(by)
        ? phrase`${when}${who} falls.`
        : phrase`${when}${by} fells ${who}.`;
    });
  });
};
