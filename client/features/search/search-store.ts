import { createSpotlight } from "@mantine/spotlight";

/** The element of the results: the kit's arrow keys go through it. */
export const resultListId = "search-results";

/** Whether the search is open, and which result is chosen. */
export const [searchStore, search] = createSpotlight();
searchStore.updateState((state) => ({ ...state, listId: resultListId }));
