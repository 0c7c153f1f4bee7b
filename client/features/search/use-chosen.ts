import { useSpotlight } from "@mantine/spotlight";
import { useEffect } from "react";
import { searchStore } from "./search-store";

/**
 * The number of the result that Enter opens; −1 where there is none. The kit goes back to the first at each letter; what
 * comes in meanwhile by itself moves nothing.
 */
export function useChosen(count: number): number {
	const { selected } = useSpotlight(searchStore);
	useEffect(() => {
		if (selected < 0 && count > 0) searchStore.setState({ ...searchStore.getState(), selected: 0 });
	}, [selected, count]);
	return Math.min(selected, count - 1);
}

/** The kit moves its choice without a word to who draws it; said once its own handling of a key is over. */
export function tellChosen(): void {
	queueMicrotask(() => searchStore.setState({ ...searchStore.getState() }));
}
