import { isNode, type Node, nodesIn } from '../syntax.ts';

/** The name that a node has or ends with: `title` for `card.title`. The value for a literal. */
export const nameOf = (node: unknown): string => {
  if (!isNode(node)) return '';
  switch (node.type) {
    case 'Identifier':
      return String(node.name);
    case 'Literal':
      return String(node.value);
    case 'MemberExpression':
      return nameOf(node.property);
    default:
      return '';
  }
};

const joinTemplate = (words: readonly string[]): string =>
  words.reduce((template, each, index) => `${template}{${index}}${each}`);

/** The template of a tagged text, with numbered placeholders. */
export const templateOf = ({ quasi }: Node): string =>
  joinTemplate(nodesIn((quasi as Node).quasis).map(({ value }) => String((value as { cooked: string }).cooked)));

/** What fills the placeholder, by the function that makes it. */
export const holeKinds: Readonly<Record<string, string>> = {
  ref: 'somebody, by name',
  maskedRef: 'somebody, by name',
  asName: 'a name',
  term: 'a term',
  worded: 'a term',
  amount: 'a number',
  formatNumber: 'a number',
  formatSigned: 'a number with its sign',
  percent: 'a percentage',
  count: 'a number and its noun',
  counted: 'a number and its noun',
  listing: 'a list',
  listed: 'a list',
  joined: 'a list',
  formatSquare: 'a square, as D4',
  formatMoment: 'a date and time',
  formatSettingValue: 'the value of a setting',
};

/** Methods and functions whose result is the same text, written in another way. */
const methods = ['at', 'replace', 'replaceAll', 'slice', 'toFixed', 'toLowerCase', 'toString', 'toUpperCase', 'trim'];
const functions = ['String', 'abs', 'capitalize', 'cutText', 'formatKey', 'inline', 'round', 'visibleName'];

const inWords = (name: string): string => name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase();

/** Describes what fills a placeholder: `target: somebody, by name`, `“opened” or “closed”`. */
export const describeHole = (node: Node): string => {
  const first = nodesIn(node.arguments)[0];
  switch (node.type) {
    case 'Literal':
      return node.value === '' ? 'nothing' : `“${String(node.value)}”`;
    case 'TaggedTemplateExpression':
      return `“${templateOf(node)}”`;
    case 'ConditionalExpression': {
      const both = [describeHole(node.consequent as Node), describeHole(node.alternate as Node)];
      return [...new Set(both)].toSorted((a, b) => Number(a === 'nothing') - Number(b === 'nothing')).join(' or ');
    }
    case 'LogicalExpression':
      return describeHole((node.operator === '&&' ? node.right : node.left) as Node);
    case 'BinaryExpression':
      return 'a number';
    case 'ChainExpression':
    case 'TSNonNullExpression':
    case 'TSAsExpression':
      return describeHole(node.expression as Node);
    case 'TemplateLiteral':
      return nodesIn(node.expressions).map(describeHole).join(' ');
    case 'CallExpression': {
      const callee = nameOf(node.callee);
      if (functions.includes(callee) && first !== undefined) return describeHole(first);
      if (methods.includes(callee) && isNode(node.callee)) return describeHole(node.callee.object as Node);
      if (callee === 'join') return 'a list';
      const kind = Object.hasOwn(holeKinds, callee) ? holeKinds[callee] : undefined;
      const inner = first === undefined || first.type === 'ArrowFunctionExpression' ? '' : describeHole(first);
      if (kind === undefined) return inWords(callee) || 'a text';
      if (kind === 'a term' && inner.startsWith('“')) return inner;
      return inner === '' || inner === kind || inner === 'a text' ? kind : `${inner}: ${kind}`;
    }
    case 'MemberExpression':
      if (node.computed) return describeHole(node.object as Node);
      return nameOf(node) === 'length' ? 'a number' : inWords(nameOf(node)) || 'a text';
    case 'Identifier':
      return inWords(nameOf(node));
    default:
      return 'a text';
  }
};
