// Labels: what a file says that it is. What this page does not know it does not judge.

/** The draft of the format that this page knows. */
export const DRAFT = "2-draft.1";

/**
 * In words, that a label of this family is not known here; nothing for the one that is, and for what is of no such family.
 *
 * The family is what stands before the slash: `pandect-replay`.
 * @param {string} family
 * @param {unknown} label
 */
export function unknownLabel(family, label) {
  if (typeof label !== "string" || !label.startsWith(`${family}/`) || label === `${family}/${DRAFT}`) return null;
  const found = label.slice(family.length + 1, family.length + 41);
  const [draft, known] = [found, DRAFT].map((name) => /^2-draft\.(.*)$/.exec(name)?.[1]);
  return draft === undefined
    ? `the label ${JSON.stringify(found)} is not known here; this page knows ${DRAFT}`
    : `draft ${draft} is not known here; this page knows draft ${known}`;
}
