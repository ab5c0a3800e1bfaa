/** Values by their names, some of them such trees again: settings, sheets and snapshots as they are saved. */
export type Tree = Readonly<Record<string, unknown>>;

/** A list is none. */
export const isTree = (value: unknown): value is Tree =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The tree under a key; an empty one where something else stands there, or nothing. */
export const branch = (tree: Tree, key: string): Tree => {
  const value = Object.hasOwn(tree, key) ? tree[key] : undefined;
  return isTree(value) ? value : {};
};

/** The trees of a list; what else stands in it is passed over. */
export const branches = (value: unknown): readonly Tree[] => (Array.isArray(value) ? value.filter(isTree) : []);
