import { useMatches } from "@tanstack/react-router";
import { useEffect } from "react";

/** The tab's title: the screen's own name first, so that narrow tabs still tell screens apart. */
export function DocumentTitle({ productName }: { productName: string }) {
	const screen = useMatches({
		select: (matches) => {
			const isMissing = matches.some((match) => match.status === "notFound" || match._notFound);
			return isMissing ? "Not Found" : matches.map(screenTitle).findLast((title) => title !== undefined);
		},
	});
	const title = screen ? `${screen} · ${productName}` : productName;
	useEffect(() => {
		document.title = title;
	}, [title]);
	return null;
}

type TitledMatch = { loaderData?: unknown; staticData: { title?: string } };

/** A screen's name: that of the thing it is about once a loader knows it, else the route's own. */
export function screenTitle({ loaderData, staticData }: TitledMatch): string | undefined {
	if (typeof loaderData === "object" && loaderData !== null && "title" in loaderData) {
		if (typeof loaderData.title === "string" && loaderData.title !== "") return loaderData.title;
	}
	return staticData.title;
}
