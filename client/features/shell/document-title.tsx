import { useMatches } from "@tanstack/react-router";
import { useEffect } from "react";

/** The tab's title: the screen's own name first, so that narrow tabs still tell screens apart. */
export function DocumentTitle({ productName }: { productName: string }) {
	const screen = useMatches({
		select: (matches) => {
			const isMissing = matches.some((match) => match.status === "notFound" || match._notFound);
			return isMissing ? "Not Found" : matches.findLast((match) => match.staticData.title)?.staticData.title;
		},
	});
	const title = screen ? `${screen} · ${productName}` : productName;
	useEffect(() => {
		document.title = title;
	}, [title]);
	return null;
}
