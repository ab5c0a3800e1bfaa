import { phrase } from '../../core/message.ts';
import { cutText } from '../../presentation/fit-text.ts';
import { flattenSettingTree } from '../input/setting-text.ts';

/** One value that differs, as JSON: before and after; undefined if there is none. */
interface SheetDifference {
  readonly key: string;
  readonly was?: string;
  readonly is?: string;
}

/** What is different on two sheets. */
export const sheetDifferences = (before: unknown, after: unknown): readonly SheetDifference[] => {
  const [was, is] = [before, after].map(
    (sheet) => new Map(flattenSettingTree(sheet).map(({ key, value }) => [key, JSON.stringify(value)])),
  );
  const keys = [...new Set([...(was?.keys() ?? []), ...(is?.keys() ?? [])])];
  return keys
    .map((key) => ({ key, was: was?.get(key), is: is?.get(key) }))
    .filter((each) => each.was !== each.is)
    .map(({ key, was: old, is: now }) => ({
      key,
      ...(old !== undefined && { was: old }),
      ...(now !== undefined && { is: now }),
    }));
};

const maxDifferences = 6;
/** Characters of one of them. */
const maxLength = 80;

/** `hp 45 → 12`: each as far as a line holds it, and how many more there are. */
export const describeDifferences = (differences: readonly SheetDifference[]): readonly string[] => {
  const texts = differences.map(({ key, was = '–', is = '–' }) => cutText(`${key} ${was} → ${is}`, maxLength));
  return texts.length > maxDifferences
    ? [...texts.slice(0, maxDifferences), phrase`${texts.length - maxDifferences} more`]
    : texts;
};
