/** Returns the seconds until the next poll: 0 while there are more events, few if the packet may change soon, else an hour. */
export const pollAfterSeconds = (mayChangeSoon: boolean, hasMore: boolean): number => {
  if (hasMore) return 0;
  return mayChangeSoon ? 15 : 3600;
};
