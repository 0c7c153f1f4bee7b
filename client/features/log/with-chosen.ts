type Named = { id: string; name: string };

/** What can be chosen, and what was chosen that no list offers any more: an archived device is still called by its name. */
export function withChosen(offered: Named[], known: Named[], chosenIds: string[]): Named[] {
	const isOffered = new Set(offered.map(({ id }) => id));
	return [...offered, ...known.filter(({ id }) => chosenIds.includes(id) && !isOffered.has(id))];
}

/** Names what was chosen and is in no list as gone; nothing as long as the list is on its way. */
export function withGone(offered: Named[], chosenIds: string[], name: string): Named[] {
	if (offered.length === 0) return offered;
	const known = new Set(offered.map(({ id }) => id));
	return [...offered, ...chosenIds.filter((id) => !known.has(id)).map((id) => ({ id, name }))];
}
