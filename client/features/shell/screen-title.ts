type TitledMatch = { loaderData?: unknown; staticData: { title?: string } };

/** A screen's name: that of the thing it is about once a loader knows it, else the route's own. */
export function screenTitle({ loaderData, staticData }: TitledMatch): string | undefined {
	if (typeof loaderData === "object" && loaderData !== null && "title" in loaderData) {
		if (typeof loaderData.title === "string" && loaderData.title !== "") return loaderData.title;
	}
	return staticData.title;
}
