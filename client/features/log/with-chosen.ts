type Named = { id: string; name: string };

/** What can be chosen, and what was chosen that no list offers any more: an archived device is still called by its name. */
export function withChosen(offered: Named[], known: Named[], chosenIds: string[]): Named[] {
	const isOffered = new Set(offered.map(({ id }) => id));
	return [...offered, ...known.filter(({ id }) => chosenIds.includes(id) && !isOffered.has(id))];
}
