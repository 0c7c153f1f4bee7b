import { useMatches } from "@tanstack/react-router";
import { useEffect } from "react";
import type { FirstScreenWords } from "../../../shared/words/made/first-screen";
import type { StartWords } from "../../../shared/words/made/start";
import { shownBrand } from "../../ui/layout/shown-brand";
import { t } from "../../words/made/start";

type TitlesOf<Key> = Key extends `title.${infer Title}` ? Title : never;
export type ScreenTitle = TitlesOf<keyof FirstScreenWords>;
export type OuterTitle = TitlesOf<keyof StartWords>;

export function DocumentTitle({ productName, screen }: { productName: string; screen: string | undefined }) {
	const product = shownBrand()?.productName ?? productName;
	const title = screen ? `${screen} · ${product}` : product;
	useEffect(() => {
		document.title = title;
	}, [title]);
	return null;
}

/** A page outside of the console loads no words of it. */
export function OuterDocumentTitle({ productName }: { productName: string }) {
	return <DocumentTitle productName={productName} screen={useScreenTitle(outerTitleOf)} />;
}

function outerTitleOf({ staticData: { outerTitle } }: TitledMatch): string | undefined {
	return outerTitle && t(`title.${outerTitle}`);
}

export function useScreenTitle(titleOf: (match: TitledMatch) => string | undefined): string | undefined {
	return useMatches({
		select: (matches) => {
			const isMissing = matches.some((match) => match.status === "notFound" || match._notFound);
			return isMissing ? t("title.notFound") : matches.flatMap((match) => titleOf(match) ?? []).at(-1);
		},
	});
}

export type TitledMatch = { loaderData?: unknown; staticData: { title?: ScreenTitle; outerTitle?: OuterTitle } };
