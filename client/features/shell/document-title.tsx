import { useMatches } from "@tanstack/react-router";
import { useEffect } from "react";
import { screenTitle } from "./screen-title";

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
