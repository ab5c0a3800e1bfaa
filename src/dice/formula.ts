/** An operator between two values. */
export type Operator = '+' | '-' | '*' | '/';

/** Maximum depth of brackets and of signs in a row. */
const maxDepth = 20;
const maxNumber = 1_000_000;

/** Creates a reader of a text, from left to right, until the first problem. */
export const createReader = (text: string) => {
  let at = 0;
  let problem: string | undefined;
  /** Ends the reading with a problem. Returns 0, so that the caller needs no value. */
  const fail = (says: string): number => {
    problem ??= says;
    at = text.length;
    return 0;
  };
  const take = (what: string): boolean => {
    if (!text.startsWith(what, at)) return false;
    at += what.length;
    return true;
  };
  const rest = (): string => text.slice(at);
  /** Consumes a match of a sticky pattern. Undefined if the text continues otherwise. */
  const match = (pattern: RegExp): RegExpExecArray | undefined => {
    pattern.lastIndex = at;
    const found = pattern.exec(text) ?? undefined;
    at += found?.[0].length ?? 0;
    return found;
  };
  const starts = (...with_: readonly string[]): boolean => with_.some((each) => text.startsWith(each, at));
  return { at: () => at, fail, take, rest, match, starts, problem: () => problem };
};

type Reader = ReturnType<typeof createReader>;

/** Creates functions that read values with operators, signs and brackets. `operand` reads a value. */
export const createFormula = <T>(
  { take, fail }: Reader,
  zero: T,
  operand: (after: string) => T,
  combine: (left: T, operator: Operator, right: T) => T,
) => {
  let depth = 0;
  const deeper = (inner: () => T): T => {
    if (++depth > maxDepth) fail('the formula has too many brackets.');
    const value = inner();
    depth--;
    return value;
  };
  const unary = (after: string): T => {
    if (take('+')) return deeper(() => unary('+'));
    if (take('-'))
      return combine(
        zero,
        '-',
        deeper(() => unary('-')),
      );
    if (!take('(')) return operand(after);
    const value = deeper(() => sum('('));
    if (!take(')')) fail('a closing bracket is missing.');
    return value;
  };
  /** Reads on while one of two operators follows. */
  const goOn = (from: T, operators: readonly Operator[], next: (after: string) => T): T => {
    let value = from;
    for (let sign = operators.find(take); sign !== undefined; sign = operators.find(take))
      value = combine(value, sign, next(sign));
    return value;
  };
  const product = (after: string): T => goOn(unary(after), ['*', '/'], unary);
  const more = (from: T): T => goOn(from, ['+', '-'], product);
  const sum = (after: string): T => more(product(after));
  return { unary, more, sum };
};

/** The result of an operator. `round` rounds quotients. */
export const calculate = (
  left: number,
  operator: Operator,
  right: number,
  round: (quotient: number) => number,
): number => {
  if (operator === '+') return left + right;
  if (operator === '-') return left - right;
  return operator === '*' ? left * right : round(left / right);
};

/** Creates functions that read formulas of whole numbers. `round` rounds quotients. */
export const createNumberFormula = (
  { fail, ...reader }: Reader,
  operand: (after: string) => number,
  round: (quotient: number) => number,
) => {
  const bounded = (value: number): number =>
    Math.abs(value) <= maxNumber ? value + 0 : fail('no number may be above a million.');
  return createFormula(
    { ...reader, fail },
    0,
    (after) => bounded(operand(after)),
    (left, operator, right) =>
      operator === '/' && right === 0
        ? fail('nothing can be divided by 0.')
        : bounded(calculate(left, operator, right, round)),
  );
};
