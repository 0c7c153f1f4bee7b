/**
 * The values of a recipe that one device has sent. Keys and numbers are positions in `values` of the version. `missing`
 * holds epoch ms, `returns` how often a missing one came back.
 */
export type SentPaths = {
	version: number;
	found: number[];
	missing: Record<number, number>;
	returns: Record<number, number>;
};

/** A device with several kinds of messages lacks some paths in each. After these returns, a missing path is no news. */
const mostReturns = 3;

type Sent = { version: number; found: readonly number[]; at: number };

/** Returns `before` itself if nothing changed, so that nothing is written. */
export function withMessage(before: SentPaths | null, { version, found, at }: Sent): SentPaths {
	const known = before?.version === version ? before : { version, found: [], missing: {}, returns: {} };
	const isNow = new Set(found);
	const added = found.filter((part) => !known.found.includes(part));
	const gone = known.found.filter((part) => {
		return !isNow.has(part) && known.missing[part] === undefined && (known.returns[part] ?? 0) < mostReturns;
	});
	const back = found.filter((part) => known.missing[part] !== undefined);
	if (known === before && added.length + gone.length + back.length === 0) return before;
	const missing = { ...known.missing };
	const returns = { ...known.returns };
	for (const part of gone) missing[part] = at;
	for (const part of back) {
		delete missing[part];
		returns[part] = (returns[part] ?? 0) + 1;
	}
	return { version, found: [...known.found, ...added].sort((one, other) => one - other), missing, returns };
}
