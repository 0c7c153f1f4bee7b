import { useMatches } from "@tanstack/react-router";
import { useEffect } from "react";
import { shownBrand } from "../../ui/layout/shown-brand";

export function DocumentTitle({ productName }: { productName: string }) {
	const screen = useScreenTitle();
	const product = shownBrand()?.productName ?? productName;
	const title = screen ? `${screen} · ${product}` : product;
	useEffect(() => {
		document.title = title;
	}, [title]);
	return null;
}

export function useScreenTitle(): string | undefined {
	return useMatches({
		select: (matches) => {
			const isMissing = matches.some((match) => match.status === "notFound" || match._notFound);
			return isMissing ? "Not Found" : matches.flatMap((match) => screenTitle(match) ?? []).at(-1);
		},
	});
}

type TitledMatch = { loaderData?: unknown; staticData: { title?: string } };

export function screenTitle({ loaderData, staticData }: TitledMatch): string | undefined {
	if (typeof loaderData === "object" && loaderData !== null && "title" in loaderData) {
		if (typeof loaderData.title === "string" && loaderData.title !== "") return loaderData.title;
	}
	return staticData.title;
}
