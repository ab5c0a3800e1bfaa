/** Where something failed. What it failed at may be secret. */
export const describeFailureLocation = (error: unknown): string => {
  const { name = 'Error', stack = '' } = Object(error);
  return [
    name,
    ...String(stack)
      .split('\n')
      .filter((each) => /^\s+at /.test(each)),
  ].join('\n');
};
