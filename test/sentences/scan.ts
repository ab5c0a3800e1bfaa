import { isAmong } from '../paths.ts';
import { childrenOf, isNode, type Node, nodesIn, treeOf } from '../syntax.ts';
import { describeHole, nameOf, templateOf } from './holes.ts';

/** A sentence of the sources with numbered placeholders, and what each placeholder stands for. */
export interface Sentence {
  readonly template: string;
  /** The context, for equal English sentences with different meanings. */
  readonly of?: string;
  /** What fills each placeholder, in words. */
  readonly holes: readonly string[];
  /** The singular of a sentence with a count. */
  readonly one?: string;
  readonly file: string;
  readonly line: number;
}

/**
 * The names by which the scanner recognizes texts for users. A renamed one would silently drop its sentences, so
 * `names.test.ts` checks that they exist.
 */
export const scannedNames = {
  /** Tags of templates: functions. */
  tags: ['say', 'phrase'],
  /** Functions that format a count. */
  counts: ['count', 'counted'],
  /** Functions that join a list with a last word, and one that joins with a separator. */
  lists: ['listed', 'listing'],
  joins: ['joined'],
  /** Functions that choose the sentence for one or for many. */
  plurals: ['several'],
  /** Functions of a word and its context. */
  terms: ['term', 'worded'],
  /** Functions whose one-word texts are for users too. */
  calls: [
    ...[
      'mark',
      'field',
      'gauge',
      'sumRow',
      'checkRollRow',
      'card',
      'sentenceCard',
      'sentenceMessage',
      'line',
      'step',
      'text',
      'listed',
    ],
    ...['listing', 'joined', 'door', 'piece', 'settingGroup', 'group', 'textParam', 'sumPart'],
  ],
  /** Functions of which only the first text is for people. */
  labels: ['button', 'command', 'logButton', 'selectMenu', 'selectMenus'],
  /** Functions whose first text is a code. The rest of that list are JavaScript's own. */
  codes: ['refuse', 'event'],
  /** Properties with codes. */
  codeProperties: ['type'],
  /** Properties with texts for people. */
  properties: [
    ...['phase', 'label', 'says', 'title', 'summary', 'note', 'footer', 'alt', 'hint', 'word', 'words', 'text'],
    ...['what', 'reads', 'group', 'problem', 'want', 'content', 'reason', 'why', 'description'],
  ],
  /** Endings of constants that hold texts for people. */
  endings: [
    ...['word', 'words', 'names', 'titles', 'labels', 'texts', 'refusals', 'sentences', 'problems'],
    ...['lines', 'tells', 'says', 'wordings', 'reasons'],
  ],
} as const;

const oneOf = (names: readonly string[], flags = ''): RegExp => new RegExp(`^(?:${names.join('|')})$`, flags);

const tags: readonly string[] = scannedNames.tags;
const counts: readonly string[] = scannedNames.counts;
const lists: readonly string[] = scannedNames.lists;
const joins: readonly string[] = scannedNames.joins;
const plurals: readonly string[] = scannedNames.plurals;
const terms: readonly string[] = scannedNames.terms;
const codeProperties = oneOf(scannedNames.codeProperties);
const textProperties = oneOf(scannedNames.properties);
const textConstants = new RegExp(`(?:${scannedNames.endings.join('|')})$`, 'i');
const textCalls = oneOf(scannedNames.calls);
const labelCalls = oneOf(scannedNames.labels);
const codeCalls = oneOf([
  ...scannedNames.codes,
  ...['literal', 'enum', 'startsWith', 'endsWith', 'includes', 'has', 'get', 'split', 'join', 'replace', 'replaceAll'],
  ...['error', 'warn', 'info', 'debug', 'test', 'match', 'Error', 'URL', 'querySelector', 'getElementById'],
]);
const passingCalls = oneOf(['map', 'flatMap', 'filter', 'join', 'concat', 'joined', 'at', ...lists]);

/** `['melee', 'ranged'] as const`. */
const isTermList = ({ expression, typeAnnotation }: Node): boolean =>
  isNode(expression) &&
  expression.type === 'ArrayExpression' &&
  isNode(typeAnnotation) &&
  nameOf(typeAnnotation.typeName) === 'const';

/** The tag of a text and its context: `say` and `damage` for `` say.of('damage')`…` ``. */
const tagOf = ({ tag }: Node): { readonly name: string; readonly of?: string } => {
  if (!isNode(tag) || tag.type !== 'CallExpression' || !isNode(tag.callee)) return { name: nameOf(tag) };
  const [context] = nodesIn(tag.arguments);
  return nameOf(tag.callee) === 'of' && context?.type === 'Literal'
    ? { name: nameOf(tag.callee.object), of: String(context.value) }
    : { name: '' };
};

/** The texts that an expression of literals can be: `isOpen ? 'opened' : 'closed'`. */
const literalsOf = (node: Node | undefined): readonly string[] => {
  if (node?.type === 'ConditionalExpression')
    return [...literalsOf(node.consequent as Node), ...literalsOf(node.alternate as Node)];
  return node?.type === 'Literal' && typeof node.value === 'string' ? [node.value] : [];
};

/** `takes`: one of several words that may occur in a sentence. */
const isWord = ({ type, value }: Node): boolean =>
  type === 'Literal' && typeof value === 'string' && /^\p{L}[\p{L}’ ]+$/u.test(value);

/** True for the log, which only the host reads. */
const isLog = (callee: unknown): boolean =>
  isNode(callee) && callee.type === 'MemberExpression' && /^(?:log|console)$/.test(nameOf(callee.object));

/** Directions are the only words of one letter. */
const hasWords = (text: string): boolean => /\p{L}{2}|^[NESW]$/u.test(text);

/** True for rule ids, keys of the sources, and words of other languages: `SW-DMG-2`, `endOfTurn`, `round.start`. */
const isUntranslatable = (text: string): boolean =>
  /^(?:[A-Z]+-[A-Z]+-\d+(?:\.\.\d+)?|[a-z]+[A-Z0-9]\w*|[a-z]+\.[a-z]+)$/.test(text) ||
  !/[A-Za-z]{2}|^[NESW]$/.test(text);

/** True for a template with signs or words around its placeholders: `{1}: {2}`, `{1} m`. */
const isTemplate = (text: string): boolean => /\{\d+\}/.test(text) && text.replaceAll(/\{\d+\}/g, '') !== '';

/** True for several words, which are for users. */
const isProse = (text: string): boolean =>
  /\p{L}[\p{L}’,.:;!?)…-]*\s+[\p{L}(“‘/{−–—]/u.test(text) &&
  !/^[a-z-]+\([^)]*\)$|[{};]\s*$|^\s*[<.#@]|=>|\bSELECT\b|\d+px|^[\w/-]+ [\w/-]*\/$/u.test(text);

/** The sentences that people may read in one file of sources. */
export const sentencesIn = (file: string, source: string): readonly Sentence[] => {
  const found: Sentence[] = [];
  const lineAt = (offset: number): number => source.slice(0, offset).split('\n').length;
  /** The context of the word that is visited. */
  let context: string | undefined;
  const add = (node: Node, template: string, rest: Partial<Sentence> = {}): void => {
    if (isTemplate(template) || (hasWords(template) && !isUntranslatable(template)))
      found.push({
        ...{ template, holes: [], file, line: lineAt(node.start) },
        ...(context !== undefined && { of: context }),
        ...rest,
      });
  };
  const addTagged = (node: Node, rest: Partial<Sentence> = {}): void => {
    const { name, of } = tagOf(node);
    const holes = nodesIn((node.quasi as Node).expressions).map(describeHole);
    if (tags.includes(name)) add(node, templateOf(node), { holes, ...(of !== undefined && { of }), ...rest });
  };
  /** A text with named holes, as refusals have it. */
  const whole = (node: Node, text: string): void => {
    const names: string[] = [];
    const template = text.replaceAll(/\{([a-zA-Z]\w*)\}/g, (_, name: string) => `{${names.push(name)}}`);
    add(node, template, { holes: names });
  };
  /** `splitIdentifier`: every text here is shown as words. */
  const visit = (node: Node, inWords: boolean): void => {
    switch (node.type) {
      case 'ImportDeclaration':
      case 'ExportAllDeclaration':
      case 'TSTypeAnnotation':
      case 'TSTypeAliasDeclaration':
      case 'TSInterfaceDeclaration':
      case 'TSTypeParameterInstantiation':
      case 'ThrowStatement':
        return;
      case 'Literal':
        if (typeof node.value === 'string' && (inWords ? hasWords(node.value) : isProse(node.value)))
          whole(node, node.value);
        return;
      case 'TaggedTemplateExpression': {
        addTagged(node);
        // In HTML, texts stand in `worded`; plain ones are attributes, such as classes.
        for (const each of nodesIn((node.quasi as Node).expressions)) visit(each, tagOf(node).name !== 'html');
        return;
      }
      case 'TemplateLiteral': {
        const quasis = nodesIn(node.quasis);
        const [only] = quasis;
        if (quasis.length === 1 && only !== undefined) {
          const text = String((only.value as { cooked: string }).cooked);
          if (inWords || isProse(text)) whole(node, text);
        }
        for (const each of nodesIn(node.expressions)) visit(each, false);
        return;
      }
      case 'CallExpression': {
        const callee = nameOf(node.callee);
        const given = nodesIn(node.arguments);
        if (isLog(node.callee)) return;
        const [first, second, third] = given;
        if (terms.includes(callee) && first !== undefined) {
          const before = context;
          [context] = literalsOf(second);
          visit(first, true);
          context = before;
          return;
        }
        if (plurals.includes(callee) && second?.type === 'TaggedTemplateExpression' && third?.type === second.type) {
          addTagged(third, { one: templateOf(second) });
          for (const each of [first, ...nodesIn((third.quasi as Node).expressions)]) if (each) visit(each, true);
          return;
        }
        if (counts.includes(callee)) {
          const ones = literalsOf(second);
          const many = third === undefined ? ones.map((each) => `${each}s`) : literalsOf(third);
          ones.forEach((one, index) => {
            const template = `{1} ${many[index] ?? many[0] ?? `${one}s`}`;
            add(node, template, { holes: ['a number'], one: `{1} ${one}` });
          });
          given.forEach((each, index) => {
            if (index === 0 || literalsOf(each).length === 0) visit(each, index > 0);
          });
          return;
        }
        if (lists.includes(callee)) {
          for (const word of second === undefined ? ['and'] : literalsOf(second))
            add(node, `{1} ${word} {2}`, { holes: ['those before', 'the last'] });
          add(node, '{1}, {2}', { holes: ['those before', 'the next'] });
        }
        if (joins.includes(callee))
          for (const between of second === undefined ? [', '] : literalsOf(second))
            add(node, `{1}${between}{2}`, { holes: ['those before', 'the next'] });
        if (isNode(node.callee)) visit(node.callee, false);
        given.forEach((each, index) => {
          if (index === 0 && codeCalls.test(callee) && literalsOf(each).length > 0) return;
          if (index === 1 && (lists.includes(callee) || joins.includes(callee))) return;
          const isLabel = index === 0 && labelCalls.test(callee);
          visit(each, isLabel || textCalls.test(callee) || (inWords && passingCalls.test(callee)));
        });
        return;
      }
      case 'NewExpression':
        if (/Error$/.test(nameOf(node.callee))) return;
        break;
      case 'BinaryExpression':
        for (const each of childrenOf(node)) if (each.type !== 'Literal') visit(each, false);
        return;
      case 'SwitchCase':
        for (const each of nodesIn(node.consequent)) visit(each, inWords);
        return;
      case 'ConditionalExpression':
        visit(node.test as Node, false);
        for (const each of [node.consequent as Node, node.alternate as Node]) visit(each, inWords || isWord(each));
        return;
      case 'Property': {
        const key = nameOf(node.key);
        const value = node.value as Node;
        if (codeProperties.test(key) && literalsOf(value).length > 0) return;
        visit(value, inWords || textProperties.test(key));
        return;
      }
      case 'TSAsExpression':
        // Closed lists contain terms of the rulebook.
        visit(
          node.expression as Node,
          inWords || (isTermList(node) && isAmong(['src/systems/', 'src/presentation/', 'src/rules/view.ts'], file)),
        );
        return;
      case 'VariableDeclarator':
        if (isNode(node.init))
          visit(node.init, inWords || (textConstants.test(nameOf(node.id)) && !/Function/.test(node.init.type)));
        return;
      case 'MemberExpression':
        visit(node.object as Node, inWords);
        if (node.computed) visit(node.property as Node, false);
        return;
      case 'ObjectExpression':
        // A field of a card has a name that is read, everything else one that is not.
        for (const each of nodesIn(node.properties)) {
          const names = nodesIn(node.properties).map(({ key }) => nameOf(key));
          if (each.type === 'Property' && nameOf(each.key) === 'name' && names.includes('text'))
            visit(each.value as Node, true);
          else visit(each, inWords);
        }
        return;
      default:
    }
    const passes =
      /^(?:ArrayExpression|LogicalExpression|TSAsExpression|TSSatisfiesExpression|ParenthesizedExpression|SpreadElement|TSNonNullExpression|ChainExpression|ArrowFunctionExpression|BlockStatement|ReturnStatement|SwitchStatement|IfStatement)$/;
    for (const each of childrenOf(node)) visit(each, inWords && passes.test(node.type));
  };
  visit(file.endsWith('.json') ? treeOf(`${file}.ts`, `(${source})`) : treeOf(file, source), false);
  return found;
};
