/** The code location of an error, without its data, which may be secret. */
export const describeFailureLocation = (error: unknown): string => {
  const { name = 'Error', stack = '' } = Object(error);
  return [
    name,
    ...String(stack)
      .split('\n')
      .filter((each) => /^\s+at /.test(each)),
  ].join('\n');
};
