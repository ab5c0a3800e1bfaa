import { parseSync } from 'oxc-parser';

/** A node of a source's syntax tree, with the fields that tests read. */
export interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

export const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;

export const nodesIn = (value: unknown): readonly Node[] =>
  Array.isArray(value) ? value.flatMap(nodesIn) : isNode(value) ? [value] : [];

export const childrenOf = (node: Node): readonly Node[] =>
  Object.entries(node).flatMap(([key, value]) => (key === 'type' ? [] : nodesIn(value)));

/** The tree of a source. */
export const treeOf = (file: string, source: string): Node => parseSync(file, source).program as unknown as Node;
